use super::{Agreement::AtMost, Claim};

/// What a check finds: the computed value as text, and whether it agrees with the claim.
pub(super) struct Finding {
    pub(super) measured: String,
    pub(super) agrees: bool,
}

/// Agrees if the computed value, as text, is the printed one.
pub(super) fn printed(claim: &Claim, measured: String) -> Finding {
    Finding { agrees: measured == claim.printed, measured }
}

/// Agrees if a value, relative to what the claim names, is within the claim's bound.
pub(super) fn at_most(claim: &Claim, value: f64, measured: String) -> Finding {
    Finding { agrees: matches!(claim.agreement, AtMost { bound, .. } if value <= bound), measured }
}

pub(super) fn holds(agrees: bool, measured: String) -> Finding {
    Finding { measured, agrees }
}
