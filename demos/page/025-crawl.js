// The gait lab: a caterpillar that crawls over its floor with any gait, and can be pulled along.

import { Camera, draw } from "./crawl-picture.js";
import { listen } from "./crawl-hands.js";
import { mountDemo } from "./demo.js";
import { fixed, signed } from "./drawing.js";

/** Shows the gait lab in a figure. */
export function mount(figure) {
    const camera = new Camera();
    return mountDemo(figure, {
        name: "025-crawl",
        label:
            "A caterpillar that crawls over a floor with metre marks. Arrow keys push it, the " +
            "space bar plays and pauses.",
        keys: true,
        aspect: [1.72, 1.05],
        rate: 100,
        speeds: [0.25, 0.5, 1, 2, 4],
        controls,
        readouts,
        sentence,
        draw: (drawing, state) => draw(drawing, state, camera),
        listen: (canvas, demo) => listen(canvas, demo, camera),
    });
}

/** What the page says in numbers. */
function readouts({ scene, frame }) {
    const touching = `${frame.touching.length} of ${scene.contacts.length}`;
    return [
        ["time", `${fixed(frame.time[0], 2)} s`],
        ["travel", `${signed(frame.travel[0], 3)} m`],
        ["speed (over 1 s)", `${signed(frame.speed[0], 2)} m/s`],
        ["centre of mass", `${fixed(frame.height[0], 2)} m high`],
        ["points on the floor", touching],
        ["iterations", String(frame.iterations[0])],
    ];
}

/** The same as a sentence. */
function sentence({ scene, frame }) {
    const [time, travel] = [fixed(frame.time[0], 2), signed(frame.travel[0], 3)];
    const held = `${frame.touching.length} of its ${scene.contacts.length} contact points`;
    return `After ${time} s the body has travelled ${travel} m; the floor holds ${held}.`;
}

/** Gaits, muscles, body and floor. */
function controls(panel, demo) {
    const isNarrow = window.matchMedia("(max-width: 700px)").matches;
    const { modes } = demo.state.scene;
    const gait = panel.fold("Gait");
    const presets = gait.row();
    presets.button("The notebook's gait", () => {
        note.textContent = "";
        demo.restore(["amplitudes", "periods", "phases"]);
        demo.reset();
    });
    const searching = presets.button("Search for a gait", () => search(demo, searching, note));
    chooseOrientation(presets, demo);
    const note = gait.note();
    const muscles = gait.columns();
    modes.forEach((mode, index) => {
        const muscle = muscles.group(`Mode ${mode}`);
        muscle.slider({ name: "amplitudes", index, label: "amplitude", step: 0.01 });
        const period = { label: "period", unit: "s", step: 0.01, low: 0.3, high: 3 };
        muscle.slider({ name: "periods", index, ...period });
        muscle.slider({ name: "phases", index, label: "phase", step: 0.01, low: -1, high: 1 });
        muscle.button("Turn around", () => demo.act(`flip ${index}`), {
            "aria-label": `Turn mode ${mode} around`,
        });
    });
    const world = panel.fold("Body and floor", { open: !isNarrow });
    const columns = world.columns();
    columns.slider({ name: "friction", label: "friction", step: 0.01 });
    columns.slider({ name: "gravity", label: "gravity", unit: "m/s\u00b2", step: 0.1 });
    const gap = { label: "floor below the feet", unit: "m", step: 0.01, high: 1 };
    columns.slider({ name: "ground-gap", ...gap });
    const stiffness = { unit: "N/m", log: true };
    columns.slider({ name: "passive-stiffness", label: "stiffness of the flesh", ...stiffness });
    columns.slider({ name: "active-stiffness", label: "stiffness of the muscles", ...stiffness });
    columns.slider({ name: "iterations", label: "local/global iterations", step: 1, high: 30 });
    world.row().button("Everything as in the notebook", () => {
        demo.restore();
        demo.reset();
    });
}

/** The sixteen orientations of the modes, which the book counts from all plus on. */
function chooseOrientation(panel, demo) {
    const count = demo.state.scene.modes.length;
    const choices = Array.from({ length: 2 ** count }, (_, choice) => {
        const sign = (_, k) => ((choice >> (count - 1 - k)) & 1 ? -1 : 1);
        const signs = Array.from({ length: count }, sign);
        return [signs.join(" "), signs.map((sign) => (sign > 0 ? "+" : "\u2212")).join(" ")];
    });
    const present = () => [...demo.state.frame.orientation].join(" ");
    const orient = (signs) => demo.act(`orient ${signs}`);
    panel.choice("orientation of the modes", choices, present, orient);
}

/** Runs the gait search, a generation at a time, and lets the body crawl with what it finds. */
async function search(demo, button, note) {
    demo.pause();
    button.disabled = true;
    note.textContent = "The search begins \u2026";
    for (;;) {
        if (!(await demo.act("search")) || !demo.state) {
            note.textContent = "";
            break;
        }
        const [done, all, seconds, start, best] = demo.state.frame.search;
        const found =
            `${signed(best, 3)} m in ${fixed(seconds, 1)} s, where the notebook's gait travels ` +
            `${signed(start, 3)} m`;
        if (done === all) {
            note.textContent = `Found in ${all} generations: ${found}.`;
            demo.play();
            break;
        }
        note.textContent = `Generation ${done} of ${all}: ${found} \u2026`;
    }
    button.disabled = false;
}
