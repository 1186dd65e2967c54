// Local/global descent, half an iteration at a press: rotations turn, or the body moves.

import { drawChart, power } from "./chart.js";
import { element } from "./controls.js";
import { mountDemo } from "./demo.js";
import { View, fixed } from "./drawing.js";

/** Share of the picture's height that the charts below take, side by side or one below the other. */
const CHARTS = { wide: 0.42, narrow: 0.58 };
/** Half the length of an arrow and of a line, in m. */
const LENGTHS = { arrow: 0.075, line: 0.105 };
/** Room around body and dashed shape, as a share of theirs. */
const ROOM = 0.04;
/** Iterations that the charts show at least, and those that they show ahead. */
const ITERATIONS = { least: 15, ahead: 5 };

/** Shows the descent in a figure. */
export function mount(figure) {
    const story = element("p", { class: "demo-story" });
    return mountDemo(figure, {
        name: "025-descent",
        label:
            "A body in coloured clusters, each with an arrow and a line, over a dashed shape; " +
            "below it energy and gradient norm over the iterations.",
        aspect: [1.15, 0.62],
        rate: 1,
        waits: true,
        speeds: [0.5, 1, 2, 4],
        buttons,
        controls: (panel, demo) => {
            panel.box.append(story);
            controls(panel, demo);
        },
        readouts: (state) => {
            story.textContent = sentence(state);
            return readouts(state);
        },
        sentence,
        draw,
    });
}

/** What the demo is about. */
function buttons(panel, demo) {
    const press = (action) => () => {
        demo.pause();
        demo.act(action);
    };
    panel.button("Local step", press("local"));
    panel.button("Global step", press("global"));
    panel.button("Ten iterations", press("iterate 10"));
}

/** The step that is taken. */
function controls(panel, demo) {
    const columns = panel.fold("The time step").columns();
    columns.slider({ name: "amplitude", label: "amplitude of every muscle", step: 0.01 });
    columns.slider({ name: "time-step", label: "time step", unit: "s", log: true });
    const stiffness = { unit: "N/m", log: true };
    columns.slider({ name: "passive-stiffness", label: "stiffness of the flesh", ...stiffness });
    columns.slider({ name: "active-stiffness", label: "stiffness of the muscles", ...stiffness });
    panel.row().button("Everything as in the study", () => {
        demo.restore();
        demo.reset();
    });
}

/** Draws the body with its marks, and the charts below it. */
function draw(drawing, { scene, frame }) {
    const isNarrow = drawing.width < 500;
    const below = Math.round((isNarrow ? CHARTS.narrow : CHARTS.wide) * drawing.height);
    const box = drawing.box({ bottom: below });
    const view = viewOf(box, scene.room);
    drawing.within(box, () => {
        drawTarget(drawing, view, scene, frame.target);
        drawClusters(drawing, view, scene, frame.positions);
        drawMarks(drawing, view, frame);
    });
    drawKey(drawing, box);
    const [y, width] = [box.height, drawing.width];
    const areas = isNarrow
        ? [{ x: 0, y, width, height: below / 2 }, { x: 0, y: y + below / 2, width, height: below / 2 }]
        : [{ x: 0, y, width: width / 2, height: below }, { x: width / 2, y, width: width / 2, height: below }];
    drawEnergy(drawing, areas[0], frame);
    drawNorm(drawing, areas[1], frame);
}

/** Body and dashed shape fill the box, below a line for the key. */
function viewOf({ x, y, width, height }, [left, right, bottom, top]) {
    const [dx, dy] = [ROOM * (right - left), ROOM * (top - bottom)];
    const key = 22;
    const box = { x, y: y + key, width, height: height - key };
    return View.fitting(box, [left - dx, right + dx], [bottom - dy, top + dy]);
}

/** The shape that the muscles ask for. */
function drawTarget(drawing, view, scene, target) {
    const { context } = drawing;
    context.beginPath();
    for (const loop of loops(scene)) {
        for (const vertex of loop) context.lineTo(view.x(target[2 * vertex]), view.y(target[2 * vertex + 1]));
        context.closePath();
    }
    context.fillStyle = drawing.color("grid");
    context.fill("evenodd");
    context.strokeStyle = drawing.color("faint");
    context.lineWidth = 1.2;
    context.setLineDash([5, 4]);
    context.stroke();
    context.setLineDash([]);
}

/** The boundary as closed loops of vertices; kept with the scene. */
function loops(scene) {
    if (scene.loops) return scene.loops;
    const next = new Map();
    for (let i = 0; i < scene.boundary.length; i += 2) next.set(scene.boundary[i], scene.boundary[i + 1]);
    scene.loops = [];
    while (next.size > 0) {
        const loop = [];
        for (let [vertex] = next.keys(); next.has(vertex); ) {
            const to = next.get(vertex);
            next.delete(vertex);
            loop.push(vertex);
            vertex = to;
        }
        scene.loops.push(loop);
    }
    return scene.loops;
}

/** The clusters from left to right, so that of two legs one lies wholly over the other. */
function drawClusters(drawing, view, scene, positions) {
    for (const cluster of scene.order) {
        const color = drawing.color(`cluster-${scene.colors[cluster]}`);
        drawing.mesh(view, positions, corners(scene, cluster), { fill: color, width: 0.7 });
    }
    const line = { color: drawing.color("mark-edge"), width: 1 };
    drawing.edges(view, positions, scene.borders, { ...line, width: 0.7 });
    drawing.edges(view, positions, scene.boundary, line);
}

/** The triangles of a cluster; kept with the scene. */
function corners(scene, cluster) {
    if (!scene.corners) {
        scene.corners = Array.from(scene.colors, () => []);
        scene.clusters.forEach((label, e) => {
            scene.corners[label].push(...scene.triangles.subarray(3 * e, 3 * e + 3));
        });
    }
    return scene.corners[cluster];
}

/** In every cluster a line, the rotation that would fit best, and an arrow, the one that is held. */
function drawMarks(drawing, view, { centres, held, fitting }) {
    const at = (i) => [view.x(centres[2 * i]), view.y(centres[2 * i + 1])];
    fitting.forEach((angle, i) => drawLine(drawing, at(i), angle, view.scale));
    held.forEach((angle, i) => drawArrow(drawing, at(i), angle, view.scale));
}

/** The step from a middle along a direction that is upright when it is not turned. */
const along = ([x, y], angle, length) => [x - length * Math.sin(angle), y - length * Math.cos(angle)];

function drawLine(drawing, middle, angle, scale) {
    const length = LENGTHS.line * scale;
    const ends = [along(middle, angle, -length), along(middle, angle, length)];
    drawing.line(...ends, { color: drawing.color("mark-global"), width: 2 });
}

function drawArrow(drawing, middle, angle, scale) {
    const length = LENGTHS.arrow * scale;
    const style = { color: drawing.color("mark-local"), width: 2.2 };
    const [tail, tip] = [along(middle, angle, -length), along(middle, angle, length)];
    drawing.line(tail, tip, style);
    for (const side of [-1, 1]) {
        drawing.line(tip, along(tip, angle + side * 2.6, 0.6 * length), style);
    }
}

/** What arrows and lines are. */
function drawKey(drawing, box) {
    const [scale, y] = [80, box.y + 12];
    let x = 12;
    const entries = [
        [drawArrow, "rotation held"],
        [drawLine, "rotation that fits best"],
    ];
    for (const [mark, text] of entries) {
        mark(drawing, [x, y], -Math.PI / 2, scale);
        drawing.text(text, [x + 14, y], { baseline: "middle" });
        x += 14 + drawing.textWidth(text) + 24;
    }
}

/** The energy after every half-step. */
function drawEnergy(drawing, box, frame) {
    const { path, "after-local": local, "after-global": global, "predicted-energy": predicted } = frame;
    drawChart(drawing, box, {
        x: { label: "iterations", range: iterations(path) },
        y: { label: "energy above its minimum (J)", log: true, range: decades(path, predicted, frame["round-off"][0]) },
        curves: [
            prediction(drawing, predicted),
            { points: path, color: drawing.color("other"), width: 1.5 },
            { points: local, color: drawing.color("local"), dots: "triangle", label: "after a local step" },
            { points: global, color: drawing.color("global"), dots: "square", label: "after a global step" },
        ],
    });
}

/** The gradient norm after every iteration. */
function drawNorm(drawing, box, frame) {
    const { path, norms, "predicted-norm": predicted } = frame;
    const points = { points: norms, color: drawing.color("global") };
    drawChart(drawing, box, {
        x: { label: "iterations", range: iterations(path) },
        y: { label: "gradient norm (N/m)", log: true, range: decades(norms, predicted, 0) },
        curves: [
            { ...prediction(drawing, predicted), label: "as predicted from here on" },
            { ...points, color: drawing.color("other"), width: 1.5 },
            { ...points, dots: "square" },
        ],
    });
}

const prediction = (drawing, points) => ({ points, color: drawing.color("reference"), dashes: [6, 5] });

/** The iterations that are shown. */
function iterations(path) {
    const last = path[path.length - 2] + ITERATIONS.ahead;
    return [0, Math.max(ITERATIONS.least, 5 * Math.ceil(last / 5))];
}

/** Whole decades that hold a curve and its prediction down to round-off. */
function decades(points, predicted, least) {
    const values = [...points, ...predicted].filter((value, i) => i % 2 === 1 && value > least);
    if (values.length === 0) return [0.1, 1];
    const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10);
    const last = Math.ceil(high + 0.05);
    return [10 ** Math.min(Math.floor(low), last - 1), 10 ** last];
}

/** What the page says in numbers. */
function readouts({ scene, frame }) {
    const [factor] = frame.factor;
    return [
        ["iterations", String(frame.iterations[0])],
        ["energy above its minimum", `${scientific(frame.energy[0])} J`],
        ["gradient norm", `${scientific(frame.norm[0])} N/m`],
        ["its factor in the last iteration", factor === undefined ? "\u2013" : fixed(factor, 3)],
        ["predicted in the end", fixed(scene.rate[0], 3)],
    ];
}

/** What the last press has done. */
function sentence({ frame }) {
    if (frame.press.length === 0) {
        return "The body is at rest, no rotation is turned, and the muscles pull. A local step finds better rotations; a global step moves the body.";
    }
    const [isGlobal, count, fall, share, turn, muscles, way] = frame.press;
    const body = `the body has moved by up to ${length(way)}`;
    const arrows = `the arrows have turned by up to ${degrees(turn)}, the dashed shape by ${degrees(muscles)}`;
    const energy = Number.isNaN(share)
        ? "The energy has reached its minimum, as far as it can be computed."
        : `The energy has fallen by ${scientific(fall)} J, ${percent(share)} of what it was above its minimum.`;
    if (count > 1) return `${count} half-steps: ${arrows}, and ${body}. ${energy}`;
    if (isGlobal) {
        if (way === 0) return "Nothing has moved: the body is where it is best for these rotations. Take a local step.";
        return `Global step: ${body}; the rotations have been held. ${energy}`;
    }
    if (turn === 0 && muscles === 0) {
        return "Nothing has turned: these are the best rotations for this shape. Take a global step.";
    }
    return `Local step: ${arrows}; the body has been held. ${energy}`;
}

/** Two digits, or zero for what is round-off. */
function rounded(value) {
    return Math.abs(value) < 1e-9 ? "0" : String(Number(value.toPrecision(2)));
}

function degrees(angle) {
    return `${rounded((angle * 180) / Math.PI)}\u00b0`;
}

function length(metres) {
    return metres < 0.01 ? `${rounded(1000 * metres)} mm` : `${rounded(metres)} m`;
}

function percent(share) {
    return `${fixed(100 * share, share < 0.1 ? 1 : 0)}%`;
}

/** A number with two digits and a power of ten. */
function scientific(value) {
    if (value === 0) return "0";
    const [mantissa, exponent] = value.toExponential(1).split("e");
    return `${mantissa.replace("-", "\u2212")} \u00d7 ${power(Number(exponent))}`;
}
