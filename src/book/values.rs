use super::Results;
use crate::experiments::{modal_muscles, skinning_eigenmodes};

/// The parameters that a page can quote by name, as text.
pub fn parameters(results: &Results) -> Vec<(&'static str, String)> {
    let mut parameters = notebook_017(&results.skinning_eigenmodes.parameters);
    parameters.extend(notebook_025(&results.modal_muscles.parameters));
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

/// `10⁷`, or `3 × 10⁷`.
fn power_of_ten(x: f64) -> String {
    let text = format!("{x:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String =
        exponent.chars().map(|c| SUPERSCRIPTS[c.to_digit(10).map_or(10, |d| d as usize)]).collect();
    if mantissa == "1" { format!("10{raised}") } else { format!("{mantissa} × 10{raised}") }
}

const SUPERSCRIPTS: [char; 11] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁻'];
