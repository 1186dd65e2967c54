use std::f64::consts::PI;

use super::Results;
use crate::{
    claims::spread::{SAFETY, Spread},
    experiments::{
        modal_muscles::{self, Crawl, RIGID_MODES},
        own_creature::OwnCreature,
        primer::{self, ROUND_OFF},
        skinning_eigenmodes,
    },
    speed::{Compared, Grown, Record, duration, ratio},
};

/// The parameters that a page can quote by name, as text.
pub fn parameters(results: &Results) -> Vec<(&'static str, String)> {
    let mut parameters = notebook_017(&results.skinning_eigenmodes.parameters);
    parameters.extend(notebook_025(&results.modal_muscles.parameters));
    parameters.extend(primer(&results.primer, results.modal_muscles.parameters.iterations));
    parameters.extend(own_creature(&results.own_creature));
    parameters.extend(speed(&results.speed));
    parameters.extend(spread(&results.spread));
    parameters
}

fn count(n: usize) -> String {
    n.to_string()
}

fn number(x: f64) -> String {
    format!("{x}")
}

fn list(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
}

fn notebook_017(p: &skinning_eigenmodes::Parameters) -> Vec<(&'static str, String)> {
    vec![
        ("017.width", number(p.width)),
        ("017.height", number(p.height)),
        ("017.columns", count(p.columns)),
        ("017.rows", count(p.rows)),
        ("017.timing_columns", count(p.timing_columns)),
        ("017.timing_rows", count(p.timing_rows)),
        ("017.young", number(p.young)),
        ("017.poisson", number(p.poisson)),
        ("017.density", number(p.density)),
        ("017.gravity", number(p.gravity)),
        ("017.pin_stiffness", power_of_ten(p.pin_stiffness)),
        ("017.time_step", number(p.time_step)),
        ("017.steps", count(p.steps)),
        ("017.newton_iterations", count(p.newton_iterations)),
        ("017.newton_tolerance", power_of_ten(p.newton_tolerance)),
        ("017.modes", count(p.modes)),
        ("017.coordinates", count(6 * p.modes)),
        ("017.gradient_check_noise", number(p.gradient_check_noise)),
        ("017.gradient_check_step", power_of_ten(p.gradient_check_step)),
        ("017.timing_noise", number(p.timing_noise)),
        ("017.angles", count(p.angles)),
        ("017.sweep_modes", count(p.sweep_modes)),
        ("017.sweep_coordinates", count(6 * p.sweep_modes)),
        ("017.sweep_angles", count(p.sweep_angles)),
    ]
}

fn notebook_025(p: &modal_muscles::Parameters) -> Vec<(&'static str, String)> {
    let signs: Vec<_> = p.signs.iter().map(|s| if *s < 0.0 { "−1" } else { "+1" }).collect();
    let [shortest, longest] = p.search.period_range;
    vec![
        ("025.columns", count(p.caterpillar.columns)),
        ("025.rows", count(p.caterpillar.rows)),
        ("025.width", number(p.caterpillar.width)),
        ("025.height", number(p.caterpillar.height)),
        ("025.legs", count(p.caterpillar.legs)),
        ("025.muscles", count(p.muscles)),
        ("025.signs", signs.join(", ")),
        ("025.skinning_modes", count(p.skinning_modes)),
        ("025.coordinates", count(6 * p.skinning_modes)),
        ("025.clusters", count(p.clusters)),
        ("025.rotations", count(p.clusters + 1)),
        ("025.largest_gradient", number(p.largest_gradient)),
        ("025.density", number(p.density)),
        ("025.iterations", count(p.iterations)),
        ("025.tolerance", power_of_ten(p.tolerance)),
        ("025.gravity", number(p.gravity)),
        ("025.contact_points", count(p.contact_points)),
        ("025.ground_gap", number(p.ground_gap)),
        ("025.friction", number(p.friction)),
        ("025.gradient_check_noise", number(p.gradient_check_noise)),
        ("025.gradient_check_step", power_of_ten(p.gradient_check_step)),
        ("025.descent_iterations", count(p.descent_iterations)),
        ("025.floating.stiffness", power_of_ten(p.floating.passive_stiffness)),
        ("025.floating.time_step", number(p.floating.time_step)),
        ("025.floating.fine_time_step", number(p.floating.time_step / 4.0)),
        ("025.floating.steps", count(p.floating.steps)),
        ("025.floating.amplitudes", list(&p.floating.gait.amplitudes)),
        ("025.floating.periods", list(&p.floating.gait.periods)),
        ("025.floating.phases", list(&p.floating.gait.phases)),
        ("025.crawling.stiffness", power_of_ten(p.crawling.passive_stiffness)),
        ("025.crawling.time_step", number(p.crawling.time_step)),
        ("025.crawling.steps", count(p.crawling.steps)),
        ("025.crawling.amplitudes", list(&p.crawling.gait.amplitudes)),
        ("025.crawling.periods", list(&p.crawling.gait.periods)),
        ("025.crawling.phases", list(&p.crawling.gait.phases)),
        ("025.search.unknowns", count(3 * p.muscles)),
        ("025.search.steps", count(p.search.steps)),
        ("025.search.generations", count(p.search.generations)),
        ("025.search.population", count(p.search.population)),
        ("025.search.sigma", number(p.search.sigma)),
        ("025.search.shortest_period", number(shortest)),
        ("025.search.longest_period", number(longest)),
    ]
}

/// What the pages of the primer quote. `used` are the local/global iterations of the notebook.
fn primer(r: &primer::Primer, used: usize) -> Vec<(&'static str, String)> {
    let p = &r.parameters;
    let areas = r.bend.samples.iter().map(|sample| sample.F.determinant());
    let known_areas = r.bend.samples.iter().map(|sample| sample.known_area_ratio);
    let amplitude_left = |h: f64| {
        let steps = p.periods as f64 * p.period / h;
        primer::backward_factor(h * r.oscillator.frequency).powf(steps)
    };
    let turned = &r.densities.at_turn[0];
    let (chain, solvers, convergence) = (&r.chain, &r.two_solvers, &r.convergence);
    let rod = (0..4).map(|j| (PI * f64::from(j)).powi(2));
    let [newton_cost, descent_cost] = solvers.multiplications;
    let [rough, fine] = [p.rough, p.fine].map(|distance| solvers.iterations_to(distance));
    vec![
        ("primer.round_off", power_of_ten(ROUND_OFF)),
        ("primer.shear", number(p.shear)),
        ("primer.radius", number(p.radius)),
        ("primer.bend.areas", digits(areas, 3)),
        ("primer.bend.known_areas", digits(known_areas, 3)),
        ("primer.bend.error", digits([r.bend.error], 2)),
        ("primer.bend.finer_error", digits([r.bend.finer_error], 2)),
        ("primer.turn", number(p.turn)),
        ("primer.turn.linear", digits([turned.density], 3)),
        ("primer.turn.stretch", digits([r.densities.turn_as_stretch], 3)),
        ("primer.turning.linear", digits([r.densities.change_by_turning[0]], 2)),
        ("primer.period", number(p.period)),
        ("primer.periods", count(p.periods)),
        ("primer.time_step", number(p.time_step)),
        ("primer.fine_time_step", number(p.fine_time_step)),
        ("primer.left", digits([amplitude_left(p.time_step)], 2)),
        ("primer.fine_left", digits([amplitude_left(p.fine_time_step)], 2)),
        ("primer.beam.periods", digits(r.damping.periods.iter().copied(), 3)),
        ("primer.beam.left", digits(r.damping.left.iter().copied(), 2)),
        ("primer.explicit_limit", rounded_power(r.damping.longest_explicit_step)),
        ("primer.masses", count(p.masses)),
        ("primer.chain.values", digits(chain.modes.values[..4].iter().copied(), 4)),
        ("primer.chain.known_values", digits(chain.known_values[..4].iter().copied(), 4)),
        ("primer.chain.rod_values", digits(rod, 4)),
        ("primer.chain.plain_product", digits([chain.largest_plain_product], 2)),
        ("primer.chain_steps", count(p.chain_steps)),
        ("primer.some_modes", count(p.some_modes)),
        ("primer.stretch.two", digits([r.truncation.stretch[1]], 2)),
        ("primer.stretch.some", digits([r.truncation.stretch[p.some_modes - 1]], 2)),
        ("primer.one_mass.some", digits([r.truncation.one_mass[p.some_modes - 1]], 2)),
        ("primer.rough", power_of_ten(p.rough)),
        ("primer.fine", power_of_ten(p.fine)),
        (
            "primer.newton.errors",
            solvers.newton.iter().map(|error| rounded_power(*error)).collect::<Vec<_>>().join(", "),
        ),
        ("primer.newton.cost", count(newton_cost)),
        ("primer.newton.rough", count(rough[0])),
        ("primer.newton.fine", count(fine[0])),
        ("primer.newton.rough_work", count(rough[0] * newton_cost)),
        ("primer.newton.fine_work", count(fine[0] * newton_cost)),
        ("primer.local_global.rate", digits([solvers.measured_rate()], 3)),
        ("primer.local_global.cost", count(descent_cost)),
        ("primer.local_global.rough", count(rough[1])),
        ("primer.local_global.fine", count(fine[1])),
        ("primer.local_global.rough_work", count(rough[1] * descent_cost)),
        ("primer.local_global.fine_work", count(fine[1] * descent_cost)),
        ("primer.meshes", count(p.cells.len())),
        ("primer.known_size", number(p.known_size)),
        ("primer.convergence.first", rounded_power(convergence.displacement_errors[0])),
        (
            "primer.convergence.last",
            rounded_power(convergence.displacement_errors[p.cells.len() - 1]),
        ),
        ("primer.convergence.order", digits([convergence.displacement_order()], 3)),
        ("primer.convergence.gradient_order", digits([convergence.gradient_order()], 3)),
        ("primer.local_global.used", digits([solvers.local_global[used]], 2)),
    ]
}

/// What the page on a creature of one's own quotes.
fn own_creature(r: &OwnCreature) -> Vec<(&'static str, String)> {
    let mesh = &r.model.creature.mesh;
    let search = &r.parameters.search;
    let height = |crawl: &Crawl| crawl.height_range()[1];
    vec![
        ("own.vertices", count(mesh.vertex_count())),
        ("own.triangles", count(mesh.triangle_count())),
        ("own.dropped", count(r.repaired.vertices_dropped)),
        ("own.eigenvalue", format!("{:.3}", r.model.modes.values[RIGID_MODES])),
        ("own.travel", format!("{:+.3}", r.crawl.travel())),
        ("own.search.generations", count(search.generations)),
        ("own.search.population", count(search.population)),
        ("own.search.crawls", count(search.generations * search.population)),
        ("own.search.steps", count(search.steps)),
        ("own.found.travel", format!("{:+.1}", r.found.travel)),
        ("own.found.height", format!("{:.1}", height(&r.found_crawl))),
        ("own.height", format!("{:.2}", height(&r.crawl))),
    ]
}

/// What the page on speed quotes of the recorded comparison.
fn speed(r: &Record) -> Vec<(&'static str, String)> {
    let of = |id: &str, tell: fn(&Compared) -> Option<String>| {
        r.row(id).and_then(tell).unwrap_or_else(|| "not recorded".to_string())
    };
    let times = |id: &str| of(id, |row| row.times_the_limit().map(ratio));
    let each = |grown: Option<&Grown>| {
        grown.map_or(String::new(), |grown| duration(grown.ms / grown.size as f64))
    };
    let growth = |id: &str| r.growth(id).map_or(String::new(), |power| format!("{power:.2}"));
    let copied = |rate: Option<&f64>| digits(rate.copied(), 3);
    vec![
        ("speed.date", r.date.to_string()),
        ("speed.processor", r.machine.processor.to_string()),
        ("speed.cores", count(r.machine.cores)),
        ("speed.rustc", r.machine.rustc.to_string()),
        ("speed.versions", r.versions.to_string()),
        ("speed.rounds", count(r.rounds)),
        ("speed.product_rate", digits([r.rates.gemm_gflops], 3)),
        ("speed.near_copy_rate", copied(r.rates.copy_gb_per_s.values().next())),
        ("speed.far_copy_rate", copied(r.rates.copy_gb_per_s.values().next_back())),
        ("speed.notebooks.simkit", of("notebooks", |row| row.simkit_ms.map(duration))),
        ("speed.notebooks.ours", of("notebooks", |row| Some(duration(row.ours_ms)))),
        ("speed.notebooks.ratio", of("notebooks", |row| row.ratio.map(ratio))),
        ("speed.verify", of("verify", |row| Some(duration(row.ours_ms)))),
        ("speed.rollouts", of("rollout", |row| Some(format!("{:.0}", 1e3 / row.ours_ms)))),
        ("speed.two_threads", of("rollouts-two-threads", |row| Some(format!("{:.2}", row.ratio?)))),
        ("speed.assembly.times", times("assembly.6902")),
        ("speed.sparse_solve.times", times("sparse-solve.7200")),
        ("speed.dense_solve.small.times", times("dense-solve.12")),
        ("speed.dense_solve.large.times", times("dense-solve.240")),
        ("speed.galerkin.small.times", times("galerkin.12")),
        ("speed.galerkin.large.times", times("galerkin.240")),
        ("speed.iteration.times", times("iteration-afloat")),
        ("speed.crawl.times", times("iteration-crawl")),
        ("speed.assembly.small", each(r.grown("assembly").next())),
        ("speed.assembly.large", each(r.grown("assembly").last())),
        ("speed.assembly.growth", growth("assembly")),
        ("speed.sparse_solve.growth", growth("sparse-solve")),
        ("speed.modes.growth", growth("modes")),
    ]
}

/// What the page on how far numbers spread quotes of its record.
fn spread(r: &Spread) -> Vec<(&'static str, String)> {
    vec![
        ("spread.date", r.date.to_string()),
        ("spread.processor", r.processor.to_string()),
        ("spread.versions", r.versions.join(", ")),
        ("spread.configurations", r.configurations.join("; ")),
        ("spread.claims", count(r.claims.len())),
        ("spread.safety", number(SAFETY)),
    ]
}

/// Numbers with some significant digits; a zero that round-off has blurred is a zero.
fn digits(values: impl IntoIterator<Item = f64>, digits: usize) -> String {
    let text = |x: f64| {
        let decimals = digits as f64 - 1.0 - x.abs().log10().floor();
        match x.abs() < ROUND_OFF {
            true => "0".to_string(),
            false => format!("{x:.*}", decimals.max(0.0) as usize),
        }
    };
    values.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// `1.6 × 10⁻⁵`.
fn rounded_power(x: f64) -> String {
    power_of_ten(format!("{x:.1e}").parse().unwrap_or(x)).replace(' ', "\u{a0}")
}

/// `10⁷`, or `3 × 10⁷`.
fn power_of_ten(x: f64) -> String {
    let text = format!("{x:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String =
        exponent.chars().map(|c| SUPERSCRIPTS[c.to_digit(10).map_or(10, |d| d as usize)]).collect();
    if mantissa == "1" { format!("10{raised}") } else { format!("{mantissa} × 10{raised}") }
}

const SUPERSCRIPTS: [char; 11] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁻'];
