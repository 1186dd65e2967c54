use crate::experiments::skinning_eigenmodes::Parameters;

/// The parameters that a page can quote by name, as text.
pub fn parameters(p: &Parameters) -> Vec<(&'static str, String)> {
    let count = |n: usize| n.to_string();
    let number = |x: f64| format!("{x}");
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

/// `10⁷`, or `3 × 10⁷`.
fn power_of_ten(x: f64) -> String {
    let text = format!("{x:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String =
        exponent.chars().map(|c| SUPERSCRIPTS[c.to_digit(10).map_or(10, |d| d as usize)]).collect();
    if mantissa == "1" { format!("10{raised}") } else { format!("{mantissa} × 10{raised}") }
}

const SUPERSCRIPTS: [char; 11] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁻'];
