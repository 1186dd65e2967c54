//! A figure shows what the notebook says that it shows. Each is read back from its SVG as a reader
//! would: curves by the ticks of their axes, bodies by their outlines, fields by the colour bar.

#[path = "figures/layout.rs"]
mod layout;
#[path = "figures/notebook_017/mod.rs"]
mod notebook_017;
#[path = "figures/notebook_025/mod.rs"]
mod notebook_025;
#[path = "figures/own_creature.rs"]
mod own_creature;
#[path = "figures/primer.rs"]
mod primer;
#[path = "figures/reading/mod.rs"]
mod reading;
#[path = "figures/speed.rs"]
mod speed;

use std::{panic::catch_unwind, sync::LazyLock};

use modebook::{
    claims,
    experiments::{
        modal_muscles,
        own_creature::{self as dinosaurs, OwnCreature},
        primer::{self as primer_problems, Primer},
        skinning_eigenmodes::{self, SubspaceTiming, Timing},
    },
    figures::{self, Figure},
    speed::Record,
};

/// One run of the primer, both notebooks and the dinosaur, the recorded times, and all figures of them.
struct Run {
    primer: Primer,
    skinning: skinning_eigenmodes::Reproduction,
    timing: Timing,
    muscles: modal_muscles::Reproduction,
    own_creature: OwnCreature,
    record: Record,
    figures: Vec<Figure>,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let (skinning, muscles) = rayon::join(
        || skinning_eigenmodes::reproduce(&Default::default()).expect("sound parameters"),
        || modal_muscles::reproduce(&Default::default()).expect("sound parameters"),
    );
    let timing = printed_timing();
    let primer = primer_problems::primer(
        &Default::default(),
        &skinning.beam,
        &skinning.parameters,
        &muscles.model,
        &muscles.operators,
        &muscles.parameters,
    )
    .expect("sound parameters");
    let mut figures = figures::primer::figures(&primer).expect("drawn");
    figures.extend(figures::notebook_017::figures(&skinning, &timing).expect("drawn"));
    figures.extend(figures::notebook_025::figures(&muscles).expect("drawn"));
    let own_creature = dinosaurs::own_creature().expect("the book's mesh is sound");
    figures.extend(figures::own_creature::figures(&own_creature).expect("drawn"));
    let record = Record::of_the_book().expect("what compare.py writes");
    figures.extend(figures::speed::figures(&record).expect("drawn"));
    Run { primer, skinning, timing, muscles, own_creature, record, figures }
});

/// The times that the notebook prints: what is measured differs from run to run.
fn printed_timing() -> Timing {
    let subspace =
        |(modes, solve, evaluation)| SubspaceTiming { modes, dofs: 6 * modes, evaluation, solve };
    let subspaces = [
        (2, 0.00270, 24.1),
        (5, 0.00646, 25.0),
        (10, 0.01504, 25.7),
        (20, 0.05279, 28.4),
        (40, 0.18921, 30.8),
    ];
    Timing {
        dofs: 7200,
        full_evaluation: 26.1,
        full_solve: 12.3,
        general_solve: 12.3,
        subspaces: subspaces.map(subspace).to_vec(),
    }
}

/// The numbers that the notebook prints for a claim.
fn printed(claim: &str) -> Vec<f64> {
    let printed = claims::find(claim).expect("a claim").printed;
    let words = printed.split([' ', ',']).map(|word| word.trim_matches(['[', ']', '(', ')', '%']));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Names all figures that fail a check, not only the first.
fn check_all(figures: &'static [Figure], check: fn(&'static Figure)) {
    let has_failed = |figure: &&'static Figure| catch_unwind(|| check(figure)).is_err();
    let failed: Vec<&str> = figures.iter().filter(has_failed).map(|figure| figure.name).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// Every figure has a check of its own, and passes it.
#[test]
fn every_figure_shows_what_it_is_said_to_show() {
    let check = |figure: &'static Figure| {
        let shown = reading::read(figure);
        match figure.name.split_once('-') {
            Some(("primer", name)) => primer::check(name, &shown),
            Some(("017", name)) => notebook_017::check(name, figure, &shown),
            Some(("025", name)) => notebook_025::check(name, figure, &shown),
            Some(("own", name)) => own_creature::check(name, &shown),
            Some(("speed", name)) => speed::check(name, &shown),
            _ => panic!("no chapter has a figure {}", figure.name),
        }
    };
    check_all(&RUN.figures, check);
    let names = [
        &figures::primer::NAMES[..],
        &figures::notebook_017::NAMES,
        &figures::notebook_025::NAMES,
        &figures::own_creature::NAMES,
        &figures::speed::NAMES,
    ]
    .concat();
    assert_eq!(RUN.figures.iter().map(|figure| figure.name).collect::<Vec<_>>(), names);
}

#[test]
fn every_figure_can_be_read_on_a_phone() {
    check_all(&RUN.figures, layout::check);
}

/// The same for the figures that commands draw.
#[test]
fn figures_of_commands_can_be_read_on_a_phone() {
    static DRAWN: LazyLock<[Figure; 5]> = LazyLock::new(|| {
        let Run { skinning, muscles, .. } = &*RUN;
        let modal_muscles::Reproduction {
            model,
            contact,
            crawl,
            floating,
            parameters,
            descent,
            ..
        } = muscles;
        let droop = &skinning.droops[0];
        [
            figures::notebook_017::single_droop(&skinning.beam, droop, &skinning.parameters),
            figures::notebook_025::single_crawl("crawl", model, contact, crawl, parameters),
            figures::notebook_025::single_floating(model, floating, parameters),
            figures::notebook_025::single_descent(descent, parameters),
            figures::modes("modes", &model.creature.mesh, &model.modes),
        ]
        .map(|figure| figure.expect("drawn"))
    });
    check_all(&*DRAWN, layout::check);
}
