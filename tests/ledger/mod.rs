//! What the tests of both notebooks do with verdicts.

use modebook::claims::{Agreement, Verdict};

/// Asserts that every claim whose id starts so agrees, and that there are that many.
#[track_caller]
pub fn assert_claims(verdicts: &[Verdict], prefix: &str, count: usize) {
    let group: Vec<_> =
        verdicts.iter().filter(|verdict| verdict.claim.id.starts_with(prefix)).collect();
    assert_eq!(group.len(), count, "claims {prefix}*");
    for Verdict { claim, measured, agrees, .. } in group {
        assert!(
            agrees,
            "{}: the notebook has {:?}, we have {measured:?} ({})",
            claim.id, claim.printed, claim.agreement
        );
    }
}

/// A line for each verdict. Digits of round-off differ from machine to machine; that they stay below
/// the bound does not.
pub fn summary(verdicts: &[Verdict]) -> String {
    let line = |Verdict { claim, measured, agrees, .. }: &Verdict| {
        let measured = match claim.agreement {
            Agreement::AtMost { bound, .. } => format!("at most {bound:e}"),
            _ if claim.id == "17.skinning.eigenvalues" => {
                measured.split_once(", ").unwrap_or_default().1.to_string()
            }
            // The projected Hessian creeps up to the tolerance: round-off decides when it is below.
            _ if claim.id == "17.newton.exact" => {
                measured.split_once(", ").unwrap_or_default().0.to_string()
            }
            _ if claim.id.starts_with("17.roundoff.") => "round-off".to_string(),
            _ => measured.clone(),
        };
        format!("{} {}: {measured}\n", if *agrees { "agrees" } else { "DIFFERS" }, claim.id)
    };
    verdicts.iter().map(line).collect()
}

/// Compares a text with the snapshot of that name in `snapshots/`.
pub fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
