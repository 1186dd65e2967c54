// Can it rotate?: the rest beam turned by a dial, and what two subspaces make of it.

import { drawChart } from "./chart.js";
import { mountDemo } from "./demo.js";
import { View, fixed } from "./drawing.js";

/** Metres from the middle of a dial to its ring, and to the edge of its picture. */
const RING = 2.3;
const EDGE = 2.6;
/** Pixels from the ring within which the pointer grabs it. */
const REACH = 40;
/** Height of the line of text above a dial, in pixels. */
const HEADING = 38;

/** The two fits; where the dial has been each leaves a dot. */
const FITS = [
    { name: "modal", label: "LMA", dots: "square" },
    { name: "skinning", label: "skinning", dots: "triangle" },
];

/** Shows the two fits in a figure. */
export function mount(figure) {
    const dials = [];
    return mountDemo(figure, {
        name: "017-rotation",
        label:
            "A beam turned by a dial, as a dashed ghost, and the nearest shape to it in two " +
            "subspaces; below, the errors over the angle.",
        aspect: [1.28, 0.86],
        rate: 60,
        waits: true,
        speeds: [0.25, 0.5, 1, 2],
        controls,
        readouts,
        sentence,
        draw: (drawing, state) => draw(drawing, state, dials),
        listen: (canvas, demo) => listen(canvas, demo, dials),
    });
}

/** What is missing of the turned shape, in percent; next to nothing as a power of ten. */
function missed(error) {
    return error > 5e-5 ? `${fixed(100 * error, 2)} %` : error.toExponential(0).replace("-", "\u2212");
}

function readouts({ scene, frame }) {
    return [
        ["angle", `${fixed(frame.angle[0], 0)}\u00b0`],
        ...FITS.map(({ label }, k) => [`${label} misses`, missed(frame.errors[k])]),
        ["coordinates each", String(scene.coordinates[0])],
    ];
}

function sentence({ frame }) {
    const [modal, skinning] = [...frame.errors].map(missed);
    return (
        `Turned by ${fixed(frame.angle[0], 0)} degrees: LMA misses ${modal} of the shape, ` +
        `skinning ${skinning}.`
    );
}

/** The dial, the number of modes, and the whole curve. */
function controls(panel, demo) {
    const columns = panel.columns();
    columns.slider({ name: "angle", label: "angle", unit: "\u00b0", step: 1 });
    columns.slider({ name: "modes", label: "skinning weights, and modes / 6", step: 1 });
    const row = panel.row();
    row.button("Draw the whole curve", () => demo.act("curve"));
    row.button("Upside down", () => demo.change({ angle: [180] }));
}

/** Draws a dial for each fit, side by side, and below them the errors. */
function draw(drawing, { scene, frame }, dials) {
    const below = Math.round(0.3 * drawing.height);
    const above = drawing.height - below;
    const width = drawing.width / 2;
    dials.length = 0;
    FITS.forEach((fit, k) => {
        const box = { x: k * width, y: HEADING, width, height: above - HEADING };
        dials.push(drawDial(drawing, box, fit, k, { scene, frame }));
    });
    const box = { x: 0, y: above, width: drawing.width, height: below };
    drawErrors(drawing, box, { scene, frame });
}

/** One fit in the ring of its dial; returns the view. */
function drawDial(drawing, box, { name, label }, k, { scene, frame }) {
    const view = View.fitting(box, [-EDGE, EDGE], [-EDGE, EDGE]);
    const [color, text] = [drawing.color(name), drawing.color("text")];
    const centre = [view.x(0), view.y(0)];
    drawing.text(`${label}, ${scene.coordinates[k]} coordinates`, [box.x + 8, 16], { bold: true });
    drawing.text(`misses ${missed(frame.errors[k])}`, [box.x + 8, 33], {});
    drawing.disc(centre, view.scale * RING, { edge: drawing.color("grid"), width: 5 });
    drawing.within(box, () => {
        drawing.context.globalAlpha = 0.45;
        drawing.area(view, frame[name], scene.boundary, color);
        drawing.context.globalAlpha = 1;
        drawing.edges(view, frame[name], scene.boundary, { color, width: 1.6 });
        const ghost = { color: text, width: 1.2, dashes: [3, 3] };
        drawing.edges(view, frame.pose, scene.boundary, ghost);
    });
    const angle = (frame.angle[0] * Math.PI) / 180;
    const handle = [view.x(RING * Math.cos(angle)), view.y(RING * Math.sin(angle))];
    drawing.line(centre, handle, { color: drawing.color("faint"), width: 1 });
    drawing.disc(handle, 10, {
        fill: drawing.color("tracked"),
        edge: drawing.color("background"),
        width: 2,
    });
    return view;
}

/** The errors at all angles where the dial has been. */
function drawErrors(drawing, box, { scene, frame }) {
    const curves = FITS.map(({ name, label, dots }) => {
        return { points: frame[`${name}-curve`], color: drawing.color(name), dots, label };
    });
    drawChart(drawing, box, {
        x: { label: "angle (degrees)", range: [0, 360] },
        y: { label: "error, relative to the beam", range: [0, 1.12 * scene.largest[0]] },
        curves,
        now: [frame.angle[0], frame.errors[0]],
    });
}

/** Lets the pointer turn the dials. */
function listen(canvas, demo, dials) {
    let held = null;
    const place = (event) => {
        const { left, top } = canvas.getBoundingClientRect();
        return [
            event.clientX - left - canvas.clientLeft,
            event.clientY - top - canvas.clientTop,
        ];
    };
    const reached = (event) => {
        if (!demo.state) return undefined;
        const pixel = place(event);
        return dials.find((view) => {
            const [x, y] = view.plane(pixel);
            return Math.abs(Math.hypot(x, y) - RING) * view.scale < REACH;
        });
    };
    const turn = (event) => {
        const [x, y] = held.plane(place(event));
        const degrees = Math.round((Math.atan2(y, x) * 180) / Math.PI);
        demo.change({ angle: [(degrees + 360) % 360] });
    };
    const keepPage = (event) => {
        if (event.touches.length === 1 && reached(event.touches[0])) event.preventDefault();
    };
    canvas.addEventListener("touchstart", keepPage, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
        if (!event.isPrimary || event.button !== 0) return;
        held = reached(event) ?? null;
        if (!held) return;
        canvas.setPointerCapture(event.pointerId);
        demo.pause();
        turn(event);
    });
    canvas.addEventListener("pointermove", (event) => {
        if (held) turn(event);
        else canvas.style.cursor = reached(event) ? "grab" : "";
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        canvas.addEventListener(end, () => (held = null));
    }
}
