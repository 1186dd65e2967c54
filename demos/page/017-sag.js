// Let it sag: a cantilever in the full space and in two subspaces, whose tip can be dragged.

import { mountDemo } from "./demo.js";
import { fixed } from "./drawing.js";
import { listen } from "./sag-hands.js";
import { SPACES, draw } from "./sag-picture.js";

/** Shows the three beams in a figure. */
export function mount(figure) {
    const views = [];
    return mountDemo(figure, {
        name: "017-sag",
        label:
            "A beam, held at its left end, sags in three spaces; below, the heights of its tip. " +
            "Arrow keys drag the tip, Escape lets it go, the space bar plays and pauses.",
        keys: true,
        aspect: [1.42, 0.8],
        rate: 50,
        speeds: [0.25, 0.5, 1],
        controls,
        readouts,
        sentence,
        draw: (drawing, state) => draw(drawing, state, views),
        listen: (canvas, demo) => listen(canvas, demo, views),
    });
}

/** What the page says in numbers. */
function readouts({ frame }) {
    const numbers = SPACES.map(({ label }, k) => {
        const iterations = `${frame.iterations[k]} Newton iterations`;
        const time = frame.time[0] > 0 ? `${fixed(frame.milliseconds[k], 1)} ms` : "\u2013 ms";
        return [label, `${fixed(frame.heights[k], 2)} m, ${iterations}, ${time}`];
    });
    return [["time", `${fixed(frame.time[0], 2)} s`], ...numbers];
}

/** The same as a sentence. */
function sentence({ frame }) {
    const heights = SPACES.map(({ label }, k) => `${label} ${fixed(frame.heights[k], 2)} m`);
    return `After ${fixed(frame.time[0], 2)} s the tip is at these heights: ${heights.join(", ")}.`;
}

/** The material, and the sizes of the subspaces. */
function controls(panel, demo) {
    const columns = panel.columns();
    const young = { label: "Young\u2019s modulus", unit: "N/m" };
    columns.slider({ name: "young", ...young, log: true });
    columns.slider({ name: "poisson", label: "Poisson\u2019s ratio", step: 0.01 });
    columns.slider({ name: "modes", label: "skinning weights, and modes / 6", step: 1 });
    const row = panel.row();
    row.button("Everything as in the notebook", () => {
        demo.restore();
        demo.reset();
    });
    panel.note().textContent =
        "Another material goes on from where the beams are; another number of weights starts again.";
}
