//! The animations: that they show what their captions say, and that the videos hold what was drawn.

use std::{collections::BTreeSet, sync::LazyLock};

use modebook::{
    experiments::{modal_muscles, own_creature, skinning_eigenmodes},
    figures::{ANIMATIONS, Animation, animations},
};
use openh264::{decoder::Decoder, formats::YUVSource};
use rayon::ThreadPoolBuilder;
use tiny_skia::Pixmap;

struct Results {
    skinning_eigenmodes: skinning_eigenmodes::Reproduction,
    modal_muscles: modal_muscles::Reproduction,
    animations: Vec<Animation>,
}

static RESULTS: LazyLock<Results> = LazyLock::new(|| {
    let skinning_eigenmodes = skinning_eigenmodes::reproduce(&Default::default()).expect("sound");
    let modal_muscles = modal_muscles::reproduce(&Default::default()).expect("sound");
    let own_creature = own_creature::own_creature().expect("the book's mesh is sound");
    let animations =
        animations(&skinning_eigenmodes, &modal_muscles, &own_creature).expect("can be drawn");
    Results { skinning_eigenmodes, modal_muscles, animations }
});

fn animation(name: &str) -> &'static Animation {
    RESULTS.animations.iter().find(|animation| animation.name == name).expect("a known name")
}

/// The first frames of an animation.
fn beginning(animation: &Animation, count: usize) -> Animation {
    Animation { frames: animation.frames[..count].to_vec(), poster: 0, ..animation.clone() }
}

/// The elements of a frame that begin in some way, a line each.
fn elements<'a>(frame: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    frame.match_indices(start).map(|(at, _)| &frame[at..]).map(|rest| {
        let end = rest.find("/>").into_iter().chain(rest.find("</text>")).min();
        &rest[..end.expect("a closed element")]
    })
}

/// How many points each of the charts' curves has. First come the samples of the legend.
fn traced(frame: &str) -> Vec<usize> {
    let curves = elements(frame, "<polyline ").filter(|line| line.contains("stroke-width=\"28\""));
    let points = |line: &str| {
        let (_, rest) = line.split_once("points=\"").expect("a list of points");
        rest.split_once('"').expect("a closed list").0.split_whitespace().count()
    };
    curves.map(points).collect()
}

#[test]
fn there_are_six_and_they_are_short() {
    let names: Vec<&str> = RESULTS.animations.iter().map(|animation| animation.name).collect();
    assert_eq!(names, ANIMATIONS);
    for animation in &RESULTS.animations {
        let Animation { name, frames, size, frames_per_second, .. } = animation;
        assert!((60..=240).contains(&frames.len()), "{name}: {} frames", frames.len());
        // Half-steps are to be told apart; everything else moves.
        let rates = if *name == "025-descent" { 3..=3 } else { 20..=30 };
        assert!(rates.contains(frames_per_second), "{name}");
        assert!(animation.duration() <= 21.0, "{name}");
        assert_eq!((size[0], size[1] % 2), (1120, 0), "{name}");
        assert!(size[1] < 1400, "{name} is {} high", size[1]);
    }
}

/// Every curve has a point per frame shown so far, and nothing but the title, the clock and what
/// moves changes from frame to frame: the axes, the metre marks, the floor stay.
#[test]
fn curves_are_traced_while_camera_and_axes_stand_still() {
    for (name, curves, changing) in
        [("017-sag", 4, 1), ("017-rotation", 3, 1), ("025-floating", 4, 1), ("025-crawl", 1, 2)]
    {
        let frames = &animation(name).frames;
        // Its first line holds the size.
        let head = |frame: &'static str| frame.lines().next();
        let texts = |frame: &'static str| -> BTreeSet<&str> { elements(frame, "<text ").collect() };
        let floor = |frame: &'static str| -> Vec<&str> {
            elements(frame, "<path ").filter(|path| path.contains("stroke-width=\"1.5\"")).collect()
        };
        for (i, frame) in frames.iter().enumerate() {
            let points = traced(frame);
            assert!(points.ends_with(&vec![i + 1; curves]), "{name}, frame {i}: {points:?}");
            let appeared = texts(frame).difference(&texts(&frames[0])).count();
            assert!(appeared <= changing, "{name}, frame {i}: {appeared} texts moved");
            assert_eq!(floor(frame), floor(&frames[0]), "{name}, frame {i}");
            assert_eq!(head(frame), head(&frames[0]), "{name}, frame {i}");
        }
    }
}

#[test]
fn captions_say_what_the_frames_show() {
    let Results { skinning_eigenmodes, modal_muscles, .. } = &*RESULTS;
    let travel = modal_muscles.crawl.travel();
    let crawl = animation("025-crawl");
    assert!(crawl.frames.last().expect("frames").contains(&format!("travelled {travel:+.2} m")));
    assert!(crawl.caption.contains(&format!("{travel:.2} m")), "{}", crawl.caption);

    let sag = animation("017-sag");
    for droop in &skinning_eigenmodes.droops {
        let height = format!("{:.2}", droop.final_tip_height()).replace('-', "−");
        assert!(sag.caption.contains(&height), "{height}: {}", sag.caption);
    }

    // How fast they play: the time between the first and the last clock, over that on the screen.
    for name in ["017-sag", "025-floating", "025-crawl"] {
        let Animation { frames, caption, frames_per_second, .. } = animation(name);
        let clock = |frame: &String| -> f64 {
            let (_, rest) = frame.split_once("t = ").expect("a clock");
            rest.split_once(" s").expect("seconds").0.parse().expect("a number")
        };
        let real = clock(frames.last().expect("frames")) - clock(&frames[0]);
        let shown = (frames.len() - 1) as f64 / f64::from(*frames_per_second);
        let said = format!("at {:.0}% of its real speed", 100.0 * real / shown);
        assert!(caption.contains(&said), "{name} plays {said}: {caption}");
    }

    let (descent, film) = (&modal_muscles.descent, animation("025-descent"));
    assert_eq!(film.frames.len(), 2 * descent.energies.len() - 1);
    assert!(film.caption.contains(&format!("by a factor of {:.2}", descent.predicted_rate)));
    assert!(film.caption.contains(&format!("{} half-steps a second", film.frames_per_second)));
    let last = film.frames.last().expect("frames");
    assert!(last.contains("iteration 30, global step: the body moves"));

    let rotation = animation("017-rotation");
    assert!(rotation.frames[rotation.poster].contains("turned by 180°"));
    let largest = skinning_eigenmodes.rotation.modal.iter().copied().fold(0.0, f64::max);
    assert!(rotation.caption.contains(&format!("LMA (72 DOFs) {largest:.3}")));
}

/// A foot that stands has its blue dot on the floor's line.
#[test]
fn feet_that_touch_are_marked() {
    let frames = &animation("025-crawl").frames;
    let marked =
        |frame: &String| elements(frame, "<circle ").filter(|c| c.contains("r=\"3.5\"")).count();
    let standing = frames.iter().filter(|frame| marked(frame) > 0).count();
    assert!(standing > frames.len() / 2, "{standing} frames of {}", frames.len());
    assert_eq!([marked(&frames[0]), marked(&frames[frames.len() - 1])], [0, 0], "in the air");
}

/// The samples of an MP4 file with one track of H.264, in order, as NAL units with start codes.
fn samples(mp4: &[u8]) -> Vec<Vec<u8>> {
    let number = |at: usize| -> usize {
        u32::from_be_bytes(mp4[at..at + 4].try_into().expect("four bytes")) as usize
    };
    let table = |name: &[u8; 4]| -> usize {
        4 + mp4.windows(4).position(|window| window == name).expect("a table")
    };
    let (sizes, chunks) = (table(b"stsz"), table(b"stco"));
    assert_eq!([number(sizes + 4), number(chunks + 4)], [0, 1], "sizes of their own, one chunk");
    let mut at = number(chunks + 8);
    (0..number(sizes + 8))
        .map(|i| {
            let mut stream = Vec::new();
            let end = at + number(sizes + 12 + 4 * i);
            while at < end {
                let length = number(at);
                stream.extend([0, 0, 0, 1]);
                stream.extend(&mp4[at + 4..at + 4 + length]);
                at += 4 + length;
            }
            assert_eq!(at, end, "sample {i} is whole");
            stream
        })
        .collect()
}

/// Mean difference of the channels of a decoded frame from those of a PNG.
fn difference(decoded: &impl YUVSource, rgb: &[u8], png: &[u8]) -> f64 {
    let drawn = Pixmap::decode_png(png).expect("a PNG");
    assert_eq!(decoded.dimensions(), (drawn.width() as usize, drawn.height() as usize));
    let pairs = rgb.chunks_exact(3).zip(drawn.data().chunks_exact(4));
    let sum: f64 =
        pairs.flat_map(|(a, b)| a.iter().zip(b)).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    sum / rgb.len() as f64
}

#[test]
fn videos_hold_what_was_drawn() {
    for animation in &RESULTS.animations {
        let Animation { name, frames, size, .. } = animation;
        let video = animation.video().expect("can be encoded");
        assert!(video.len() <= 1_000_000, "{name}: {} bytes", video.len());
        let samples = samples(&video);
        assert_eq!(samples.len(), frames.len(), "{name}");
        let mut decoder = Decoder::new().expect("a decoder");
        let mut rgb = vec![0; 3 * (size[0] * size[1]) as usize];
        for (i, sample) in samples.iter().enumerate() {
            let decoded = decoder.decode(sample).expect("H.264").expect("a frame for a sample");
            if [0, frames.len() / 2, frames.len() - 1].contains(&i) {
                decoded.write_rgb8(&mut rgb);
                let off = difference(&decoded, &rgb, &animation.png(i).expect("can be drawn"));
                assert!(off < 1.0, "{name}, frame {i} is {off} off");
            }
        }
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for animation in &RESULTS.animations {
        let short = beginning(animation, 18);
        let with = |threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| (short.video().expect("encoded"), short.poster().expect("drawn")))
        };
        assert!(with(1) == with(3), "{}", animation.name);
    }
}

#[test]
fn keys_tell_animations_apart() {
    let whole = animation("025-crawl");
    assert_eq!(whole.key(), whole.clone().key());
    let others = [
        beginning(whole, 10),
        Animation { poster: 0, ..whole.clone() },
        Animation { frames_per_second: 20, ..whole.clone() },
        animation("017-sag").clone(),
    ];
    assert!(others.iter().all(|other| other.key() != whole.key()));
}

#[test]
fn a_lone_frame_lasts_and_no_frame_is_an_error() {
    let lone = beginning(animation("025-floating"), 1);
    assert_eq!(samples(&lone.video().expect("encoded")).len(), 2);
    let none = beginning(&lone, 0);
    assert!(none.video().is_err() && none.poster().is_err());
}
