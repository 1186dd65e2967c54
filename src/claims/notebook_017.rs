//! The claims of notebook 017, *Skinning Eigenmodes: a Subspace that Can Rotate*.

use faer::Mat;

use super::{
    Agreement::{AtMost, Exact, Holds, Printed, Timing as Timed},
    Claim, Finding, Verdict,
    format::{list, scientific},
};
use crate::{
    experiments::skinning_eigenmodes::{AreaRatios, Beam, Droop, Reproduction, Timing},
    linalg::{add_scaled, column, mass_dot},
    mesh::boundary_edges,
};

/// The verdicts on all claims of the notebook; on the timing claims only if a timing study is given.
pub fn verdicts(results: &Reproduction, timing: Option<&Timing>) -> Vec<Verdict> {
    let untimed = CLAIMS.iter().filter_map(|(claim, check)| match check {
        Check::Results(check) => Some((claim, check(results))),
        Check::Timing(check) => timing.map(|timing| (claim, check(timing))),
    });
    untimed.map(|(claim, Finding { measured, agrees })| Verdict { claim, measured, agrees }).collect()
}

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    CLAIMS.iter().map(|(claim, _)| claim)
}

enum Check {
    Results(fn(&Reproduction) -> Finding),
    Timing(fn(&Timing) -> Finding),
}

/// The printed value of a claim, for checks that compare text.
fn printed(id: &str, measured: String) -> Finding {
    let agrees = claims().any(|claim| claim.id == id && claim.printed == measured);
    Finding { measured, agrees }
}

fn holds(agrees: bool, measured: String) -> Finding {
    Finding { measured, agrees }
}

const fn claim(
    id: &'static str,
    section: &'static str,
    statement: &'static str,
    printed: &'static str,
    agreement: super::Agreement,
    reason: &'static str,
) -> Claim {
    Claim { id, notebook: 17, section, statement, printed, agreement, reason }
}

const COUNT: &str = "an integer";
const DIGITS: &str = "the notebook prints no more digits";

static CLAIMS: &[(Claim, Check)] = &[
    (
        claim(
            "17.mesh.timing",
            "Two beams",
            "The timing beam has this many vertices, triangles and degrees of freedom",
            "3600, 6902, 7200",
            Exact,
            COUNT,
        ),
        Check::Results(|r| printed("17.mesh.timing", mesh_counts(&r.timing_beam))),
    ),
    (
        claim(
            "17.mesh.dynamics",
            "Two beams",
            "The dynamics beam has this many vertices, triangles and degrees of freedom",
            "550, 980, 1100",
            Exact,
            COUNT,
        ),
        Check::Results(|r| printed("17.mesh.dynamics", mesh_counts(&r.beam))),
    ),
    (
        claim(
            "17.mass.boundary",
            "Constant operators",
            "Every boundary vertex carries less mass than every interior one, and the total is density times area",
            "",
            Holds,
            "sums of 980 areas: the total is compared to 1e-12",
        ),
        Check::Results(boundary_mass),
    ),
    (
        claim(
            "17.basis.columns",
            "Two subspaces, built once",
            "Columns of the small modal, the modal and the skinning basis",
            "12, 72, 72",
            Exact,
            COUNT,
        ),
        Check::Results(|r| {
            let s = &r.subspaces;
            let dimensions = [&s.small_modal, &s.modal, &s.skinning].map(|space| space.dimension());
            printed("17.basis.columns", list(dimensions, |d| d.to_string()))
        }),
    ),
    (
        claim(
            "17.lma.rigid",
            "Two subspaces, built once",
            "The three lowest eigenvalues of modal analysis are zero",
            "-1.009e-13, -3.836e-14, 4.272e-14",
            AtMost { bound: 1e-9, of: "the fourth" },
            "zero up to the round-off of the eigensolver, whose digits no two machines share",
        ),
        Check::Results(|r| {
            let values = &r.subspaces.vibration.values;
            holds(
                values[..3].iter().all(|value| value.abs() <= 1e-9 * values[3]),
                list(&values[..3], |value| scientific(*value, 1)),
            )
        }),
    ),
    (
        claim(
            "17.lma.rigid.span",
            "Two subspaces, built once",
            "The first three modes span both translations and the linearized rotation (mass-norm residual)",
            "",
            AtMost { bound: 1e-8, of: "the motion" },
            "round-off of the eigensolver",
        ),
        Check::Results(|r| {
            let rigid = rigid_motions(&r.beam);
            let residual = largest_residual(&rigid, &r.subspaces.vibration.vectors, 3, &r.beam.unit_masses);
            holds(residual <= 1e-8, scientific(residual, 1))
        }),
    ),
    (
        claim(
            "17.lma.eigenvalues",
            "Two subspaces, built once",
            "The next two eigenvalues of modal analysis",
            "1.026e-01, 6.580e-01",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| {
            let values = list(&r.subspaces.vibration.values[3..5], |value| scientific(*value, 3));
            printed("17.lma.eigenvalues", values)
        }),
    ),
    (
        claim(
            "17.lma.bending",
            "Two subspaces, built once",
            "The next two modes bend the beam: they move it mostly across its axis, with no net translation or rotation",
            "",
            Holds,
            "mostly: at least three quarters of the squared displacement; no net motion: to 1e-8",
        ),
        Check::Results(bending),
    ),
    (
        claim(
            "17.skinning.eigenvalues",
            "Two subspaces, built once",
            "The three lowest eigenvalues of the Laplacian",
            "2.243e-14, 6.166e-01, 2.464e+00",
            Printed,
            "the first is zero up to round-off (at most 1e-9 of the second); of the others the notebook prints no more digits",
        ),
        Check::Results(|r| {
            let [first, second, third, ..] = r.subspaces.weights.values[..] else {
                return holds(false, "fewer than three weights".to_string());
            };
            let others = list([second, third], |value| scientific(value, 3));
            holds(
                first.abs() <= 1e-9 * second && others == "6.166e-01, 2.464e+00",
                format!("{}, {others}", scientific(first, 3)),
            )
        }),
    ),
    (
        claim(
            "17.skinning.constant",
            "Two subspaces, built once",
            "The first skinning weight is constant (its variation over the beam)",
            "",
            AtMost { bound: 1e-8, of: "its value" },
            "round-off of the eigensolver",
        ),
        Check::Results(|r| {
            let weight = column(&r.subspaces.weights.vectors, 0);
            let variation = weight.iter().map(|w| (w / weight[0] - 1.0).abs()).fold(0.0, f64::max);
            holds(variation <= 1e-8, scientific(variation, 1))
        }),
    ),
    (
        claim(
            "17.gradient",
            "Checking the system",
            "Relative error of the projected gradient against central differences",
            "3.7e-09",
            AtMost { bound: 1e-10, of: "the gradient" },
            "tighter than the notebook: the pin is written as a residual, so no large constants cancel in the energy",
        ),
        Check::Results(|r| {
            let error = r.gradient_check.relative_error;
            holds(error <= 1e-10, scientific(error, 1))
        }),
    ),
    (
        claim(
            "17.newton.iterations",
            "Checking the system",
            "Newton iterations of the first step in the full space, with 72 modes and with skinning: no more than these",
            "3, 3, 6",
            Holds,
            "tighter than the notebook: with the pin as a residual and a mass-orthonormal basis, skinning needs 3 as well",
        ),
        Check::Results(|r| {
            let n = &r.newton_check;
            let iterations = [&n.full, &n.modal, &n.skinning].map(Vec::len);
            holds(iterations.iter().all(|&count| count <= 3), list(iterations, |count| count.to_string()))
        }),
    ),
    (
        claim(
            "17.newton.decrease",
            "Checking the system",
            "The gradient norm falls by five to six orders of magnitude within two steps, in every space (the share left)",
            "",
            AtMost { bound: 1e-5, of: "the first norm" },
            "tighter than the notebook: with the exact Hessian, where it is positive definite, it falls by seven",
        ),
        Check::Results(|r| {
            let n = &r.newton_check;
            let left = [&n.full, &n.modal, &n.skinning]
                .map(|history| history.get(2).map_or(0.0, |step| step.gradient_norm / history[0].gradient_norm));
            holds(largest(&left) <= 1e-5, list(left, |share| scientific(share, 1)))
        }),
    ),
    (
        claim(
            "17.timing.evaluation",
            "The full solve is slow",
            "Gradient and Hessian of the timing beam in the full space",
            "26.1 ms",
            Timed,
            "depends on the machine: shown, not asserted",
        ),
        Check::Timing(|t| holds(t.full_evaluation > 0.0, format!("{:.2} ms", t.full_evaluation))),
    ),
    (
        claim(
            "17.timing.solve",
            "The full solve is slow",
            "Sparse solve of the timing beam in the full space",
            "12.3 ms",
            Timed,
            "depends on the machine: shown, not asserted",
        ),
        Check::Timing(|t| holds(t.full_solve > 0.0, format!("{:.2} ms", t.full_solve))),
    ),
    (
        claim(
            "17.timing.subspace.solve",
            "The subspace shrinks the solve, not the integration",
            "Dense solve with 2, 5, 10, 20, 40 skinning weights: faster than the full solve, a hundred times for 5 or fewer",
            "0.00270, 0.00646, 0.01504, 0.05279, 0.18921 ms",
            Timed,
            "depends on the machine: only the ratios to the full solve are asserted",
        ),
        Check::Timing(|t| {
            let fast_enough = t.subspaces.iter().all(|s| {
                let speedup = t.full_solve / s.solve;
                speedup > 1.0 && (s.modes > 5 || speedup >= 100.0)
            });
            holds(fast_enough, format!("{} ms", list(&t.subspaces, |s| format!("{:.5}", s.solve))))
        }),
    ),
    (
        claim(
            "17.timing.subspace.evaluation",
            "The subspace shrinks the solve, not the integration",
            "Evaluation with as many skinning weights does not fall below the full-space cost",
            "24.1, 25.0, 25.7, 28.4, 30.8 ms",
            Timed,
            "depends on the machine: at least 0.9 of the full evaluation is asserted",
        ),
        Check::Timing(|t| {
            holds(
                t.subspaces.iter().all(|s| s.evaluation >= 0.9 * t.full_evaluation),
                format!("{} ms", list(&t.subspaces, |s| format!("{:.1}", s.evaluation))),
            )
        }),
    ),
    (
        claim(
            "17.droop.full",
            "Fast solve, but does it look right?",
            "Final tip height in the full space, and its share of the full droop",
            "-3.47 (100%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| printed("17.droop.full", final_tip(r, 0))),
    ),
    (
        claim(
            "17.droop.lma12",
            "Fast solve, but does it look right?",
            "Final tip height with 12 vibration modes",
            "-0.56 (16%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| printed("17.droop.lma12", final_tip(r, 1))),
    ),
    (
        claim(
            "17.droop.lma72",
            "Fast solve, but does it look right?",
            "Final tip height with 72 vibration modes",
            "-1.27 (37%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| printed("17.droop.lma72", final_tip(r, 2))),
    ),
    (
        claim(
            "17.droop.skinning",
            "Fast solve, but does it look right?",
            "Final tip height with 12 skinning weights, 72 coordinates",
            "-2.99 (86%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| printed("17.droop.skinning", final_tip(r, 3))),
    ),
    (
        claim(
            "17.area.pattern",
            "Fast solve, but does it look right?",
            "Skinning shows the full beam's pattern of area ratios, stretched above and compressed below near the wall; the \
             modal beams barely strain",
            "",
            Holds,
            "same pattern: a correlation of at least 0.9, and the same signs at the wall; barely: at most half the full range",
        ),
        Check::Results(area_pattern),
    ),
    (
        claim(
            "17.rotation.lma12",
            "The decisive test: rotate the rest shape a full turn",
            "Largest error of the turned rest shape with 12 modes, and its angle; zero at both ends of the turn",
            "0.342 at 180",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| rotation_peak("17.rotation.lma12", &r.rotation.angles, &r.rotation.small_modal)),
    ),
    (
        claim(
            "17.rotation.lma72",
            "The decisive test: rotate the rest shape a full turn",
            "Largest error of the turned rest shape with 72 modes, and its angle; zero at both ends of the turn",
            "0.055 at 180",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| rotation_peak("17.rotation.lma72", &r.rotation.angles, &r.rotation.modal)),
    ),
    (
        claim(
            "17.rotation.skinning",
            "The decisive test: rotate the rest shape a full turn",
            "Largest error of the turned rest shape with 12 skinning weights, over all angles",
            "8.5e-10",
            AtMost { bound: 1e-13, of: "the shape" },
            "tighter than the notebook: in a mass-orthonormal basis the best fit is a product, not an ill-conditioned solve",
        ),
        Check::Results(|r| {
            let error = largest(&r.rotation.skinning);
            holds(error <= 1e-13, scientific(error, 1))
        }),
    ),
    (
        claim(
            "17.rotation.shape",
            "The decisive test: rotate the rest shape a full turn",
            "The modal error is (1 - cos theta) times a constant (the constant's variation over the turn)",
            "",
            AtMost { bound: 1e-6, of: "the constant" },
            "near 0 and 360 degrees the error is a small difference of large numbers",
        ),
        Check::Results(|r| {
            let spread = [&r.rotation.small_modal, &r.rotation.modal]
                .map(|errors| variation_of_constant(&r.rotation.angles, errors))
                .into_iter()
                .fold(0.0, f64::max);
            holds(spread <= 1e-6, scientific(spread, 1))
        }),
    ),
    (
        claim(
            "17.sweep.lma",
            "Does adding modes fix it?",
            "Turn-averaged error with up to 120 vibration modes",
            "0.024",
            Printed,
            DIGITS,
        ),
        Check::Results(|r| {
            let smallest = r.sweep.modal.iter().copied().fold(f64::INFINITY, f64::min);
            printed("17.sweep.lma", format!("{smallest:.3}"))
        }),
    ),
    (
        claim(
            "17.sweep.skinning",
            "Does adding modes fix it?",
            "Turn-averaged error with 1 to 20 skinning weights, at most",
            "2.5e-08",
            AtMost { bound: 1e-13, of: "the shape" },
            "tighter than the notebook: a mass-orthonormal basis does not grow ill-conditioned with its size",
        ),
        Check::Results(|r| {
            let error = largest(&r.sweep.skinning);
            holds(error <= 1e-13, scientific(error, 1))
        }),
    ),
    (
        claim(
            "17.sweep.plateau",
            "Does adding modes fix it?",
            "With more vibration modes the average never rises, and stays far from zero",
            "",
            Holds,
            "far from zero: the last average is above 0.01",
        ),
        Check::Results(|r| {
            let errors = &r.sweep.modal;
            let (first, last) = (errors[0], errors[errors.len() - 1]);
            holds(
                errors.windows(2).all(|pair| pair[1] <= pair[0]) && last > 0.01,
                format!("falls from {first:.4} to {last:.4}"),
            )
        }),
    ),
];

fn mesh_counts(beam: &Beam) -> String {
    let mesh = &beam.mesh;
    list([mesh.vertex_count(), mesh.triangle_count(), mesh.dofs()], |count| count.to_string())
}

fn boundary_mass(r: &Reproduction) -> Finding {
    let beam = &r.beam;
    let mut on_boundary = vec![false; beam.mesh.vertex_count()];
    boundary_edges(&beam.mesh).as_flattened().iter().for_each(|&v| on_boundary[v] = true);
    let mass = |v: usize| beam.masses[2 * v];
    let vertices = || 0..beam.mesh.vertex_count();
    let heaviest = vertices().filter(|&v| on_boundary[v]).map(mass).fold(0.0, f64::max);
    let lightest = vertices().filter(|&v| !on_boundary[v]).map(mass).fold(f64::INFINITY, f64::min);
    let total: f64 = vertices().map(mass).sum();
    let expected = r.parameters.density * r.parameters.width * r.parameters.height;
    holds(
        heaviest < lightest && (total - expected).abs() <= 1e-12 * expected,
        format!("boundary at most {heaviest:.5}, interior at least {lightest:.5}, total {total:.5}"),
    )
}

/// Two translations and the linearized rotation about the origin, as displacement fields.
fn rigid_motions(beam: &Beam) -> [Vec<f64>; 3] {
    let field = |motion: fn(f64, f64) -> [f64; 2]| -> Vec<f64> {
        beam.mesh.positions().iter().flat_map(|&[x, y]| motion(x, y)).collect()
    };
    [field(|_, _| [1.0, 0.0]), field(|_, _| [0.0, 1.0]), field(|x, y| [-y, x])]
}

/// Largest relative mass-norm residual of some fields after projection onto the first `count` orthonormal columns.
fn largest_residual(fields: &[Vec<f64>], basis: &Mat<f64>, count: usize, masses: &[f64]) -> f64 {
    let residual = |field: &Vec<f64>| {
        let mut lost = field.clone();
        for j in 0..count {
            let coordinate = mass_dot(masses, column(basis, j), &lost);
            add_scaled(&mut lost, -coordinate, column(basis, j));
        }
        (mass_dot(masses, &lost, &lost) / mass_dot(masses, field, field)).sqrt()
    };
    fields.iter().map(residual).fold(0.0, f64::max)
}

fn bending(r: &Reproduction) -> Finding {
    let masses = &r.beam.unit_masses;
    let modes = [3, 4].map(|j| column(&r.subspaces.vibration.vectors, j));
    let across = modes.map(|mode| {
        let squares = |component: usize| -> f64 {
            (component..mode.len()).step_by(2).map(|i| masses[i] * mode[i] * mode[i]).sum()
        };
        squares(1) / (squares(0) + squares(1))
    });
    let net = rigid_motions(&r.beam)
        .iter()
        .flat_map(|rigid| modes.map(|mode| mass_dot(masses, rigid, mode).abs() / mass_dot(masses, rigid, rigid).sqrt()))
        .fold(0.0, f64::max);
    holds(
        across.iter().all(|share| *share >= 0.75) && net <= 1e-8,
        format!(
            "{} of the squared displacement across the axis",
            list(across, |share| format!("{:.1}%", 100.0 * share))
        ),
    )
}

fn final_tip(r: &Reproduction, run: usize) -> String {
    let height = |droop: &Droop| droop.final_tip_height();
    let share = 100.0 * height(&r.droops[run]) / height(&r.droops[0]);
    format!("{:+.2} ({share:.0}%)", height(&r.droops[run]))
}

fn area_pattern(r: &Reproduction) -> Finding {
    let [full, small_modal, modal, skinning] = &r.area_ratios;
    let correlation = full.correlation(skinning);
    let width = |field: &AreaRatios| {
        let [low, high] = field.range();
        high - low
    };
    let wall = [full, skinning].map(|field| wall_averages(&r.beam, field));
    let bent = wall.iter().all(|[top, bottom]| *top > 1.0 && *bottom < 1.0);
    let barely = [small_modal, modal].iter().all(|field| width(field) <= 0.5 * width(full));
    let ranges = list(&r.area_ratios, |field| {
        let [low, high] = field.range();
        format!("[{low:.4}, {high:.4}]")
    });
    holds(correlation >= 0.9 && bent && barely, format!("correlation {correlation:.3}; ranges {ranges}"))
}

/// Mean area ratio of the triangles above and below the axis, in the tenth of the beam next to the wall.
fn wall_averages(beam: &Beam, field: &AreaRatios) -> [f64; 2] {
    let left = beam.mesh.positions()[beam.pinned[0]][0];
    let length = beam.mesh.positions()[beam.tip][0] - left;
    [1.0, -1.0].map(|side| {
        let mut sum = 0.0;
        let mut area = 0.0;
        for (e, corners) in beam.mesh.triangles().iter().enumerate() {
            let centre = |c: usize| corners.iter().map(|&v| beam.mesh.positions()[v][c]).sum::<f64>() / 3.0;
            if centre(0) < left + 0.1 * length && side * centre(1) > 0.0 {
                sum += beam.triangles.areas()[e] * field.values[e];
                area += beam.triangles.areas()[e];
            }
        }
        sum / area
    })
}

fn rotation_peak(id: &str, angles: &[f64], errors: &[f64]) -> Finding {
    let peak = (0..errors.len()).max_by(|&i, &j| errors[i].total_cmp(&errors[j])).unwrap_or(0);
    let ends = errors[0].max(errors[errors.len() - 1]);
    let finding = printed(id, format!("{:.3} at {:.0}", errors[peak], angles[peak]));
    Finding { agrees: finding.agrees && ends <= 1e-12, ..finding }
}

/// Relative variation of `error / (1 - cos theta)` over all angles at which it is not 0 / 0.
fn variation_of_constant(angles: &[f64], errors: &[f64]) -> f64 {
    let constants: Vec<f64> = angles
        .iter()
        .zip(errors)
        .map(|(angle, error)| (1.0 - angle.to_radians().cos(), error))
        .filter(|(versine, _)| *versine > 1e-3)
        .map(|(versine, error)| error / versine)
        .collect();
    let (low, high) = constants.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), &c| (l.min(c), h.max(c)));
    (high - low) / high
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}
