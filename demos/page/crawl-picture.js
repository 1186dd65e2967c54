// What the gait lab draws: the caterpillar over its floor, and the way that it has travelled.

import { drawChart } from "./chart.js";
import { View, fixed } from "./drawing.js";

/** Metres across the picture, at least. */
const ACROSS = { wide: 5, narrow: 3.2 };
/** Share of the picture's height that the chart below takes. */
const CHART = 0.36;
/** Width of the muscles' commands beside the chart. */
const BARS = { wide: 118, narrow: 96 };
/** How fast the picture follows the body, in 1/s, and how far it may stay behind, in m. */
const FOLLOWS = 5;
const BEHIND = 0.8;
/** Narrower than this, the picture is on a phone. In pixels. */
const NARROW = 500;

/** The window on the plane, which follows the body unless it is held. */
export class Camera {
    isHeld = false;
    view = null;
    #centre = [0, 0];
    #last = 0;

    /** The view in a box of the canvas. */
    aim(box, { frame: { centre, steps }, scene: { ground } }) {
        const scale = box.width / (box.width < NARROW ? ACROSS.narrow : ACROSS.wide);
        // The floor lies near the lower edge, unless the body flies.
        const rest = ground[0] + box.height / 2 / scale - 30 / scale;
        const aimed = [centre[0], Math.max(rest, centre[1])];
        const now = performance.now();
        const share = 1 - Math.exp((-FOLLOWS * (now - this.#last)) / 1000);
        this.#last = now;
        if (steps[0] === 0) this.#centre = aimed;
        if (!this.isHeld) {
            this.#centre = this.#centre.map((from, axis) => {
                const behind = (1 - share) * (aimed[axis] - from);
                return aimed[axis] - Math.min(Math.max(behind, -BEHIND), BEHIND);
            });
        }
        this.view = new View(box, this.#centre, scale);
        return this.view;
    }
}

/** Draws body, floor and trace, and below them the travel over time. */
export function draw(drawing, { scene, frame }, camera) {
    const isNarrow = drawing.width < NARROW;
    const below = Math.round(CHART * drawing.height);
    const box = drawing.box({ bottom: below });
    const view = camera.aim(box, { scene, frame });
    drawing.within(box, () => {
        drawFloor(drawing, view, scene.ground[0]);
        drawing.mesh(view, frame.positions, scene.triangles, {
            fill: drawing.color("caterpillar"),
            edge: drawing.color("caterpillar-edge"),
            width: 0.35,
        });
        const body = { color: drawing.color("outline"), width: 1.4 };
        drawing.edges(view, frame.positions, scene.boundary, body);
        drawContacts(drawing, view, scene.contacts, frame);
        drawTrace(drawing, view, frame);
        drawPull(drawing, view, frame.pull);
    });
    const bars = isNarrow ? BARS.narrow : BARS.wide;
    const area = { x: 0, y: box.height, width: drawing.width - bars, height: below };
    drawTravel(drawing, area, frame);
    drawCommands(drawing, { ...area, x: area.width, width: bars }, scene.modes, frame.commands);
}

/** The floor with a mark at every metre. */
function drawFloor(drawing, view, ground) {
    const { box } = view;
    const level = view.y(ground);
    const { context } = drawing;
    context.fillStyle = drawing.color("grid");
    context.fillRect(box.x, level, box.width, box.y + box.height - level);
    const line = { color: drawing.color("reference"), width: 2 };
    drawing.line([box.x, level], [box.x + box.width, level], line);
    const [left, right] = view.across;
    for (let metre = Math.ceil(left - 0.2); metre <= right + 0.2; metre++) {
        const x = view.x(metre);
        drawing.line([x, level], [x, level + 8], line);
        drawing.text(`${fixed(metre, 0)} m`, [x, level + 10], { align: "center", baseline: "top" });
    }
}

/** The points that can touch the floor; those that it holds are lit. */
function drawContacts(drawing, view, contacts, { positions, touching }) {
    const pixel = (vertex) => [view.x(positions[2 * vertex]), view.y(positions[2 * vertex + 1])];
    for (const vertex of contacts) {
        drawing.disc(pixel(vertex), 2.2, { fill: drawing.color("outline") });
    }
    for (const vertex of touching) {
        const [fill, edge] = ["touching", "background"].map((name) => drawing.color(name));
        drawing.disc(pixel(vertex), 6, { fill, edge, width: 1.5 });
    }
}

/** The way of the centre of mass. */
function drawTrace(drawing, view, { trace, centre }) {
    const points = [];
    for (let i = 0; i < trace.length; i += 3) points.push(trace[i + 1], trace[i + 2]);
    const color = drawing.color("tracked");
    drawing.polyline(view, points, { color, width: 2 });
    const look = { fill: color, edge: drawing.color("outline"), width: 1 };
    drawing.disc([view.x(centre[0]), view.y(centre[1])], 5, look);
}

/** The spring from the body to the pointer. */
function drawPull(drawing, view, pull) {
    if (pull.length === 0) return;
    const color = drawing.color("text");
    drawing.polyline(view, pull, { color, width: 1.5, dashes: [5, 4] });
    for (const i of [0, 2]) {
        const look = { fill: drawing.color("background"), edge: color, width: 1.5 };
        drawing.disc([view.x(pull[i]), view.y(pull[i + 1])], 4, look);
    }
}

/** The travel so far over time. */
function drawTravel(drawing, box, { trace, time, travel }) {
    const points = [];
    // The last point of the trace is the present one: from it the start is counted back.
    const start = trace.length > 0 ? trace[trace.length - 2] - travel[0] : 0;
    for (let i = 0; i < trace.length; i += 3) points.push(trace[i], trace[i + 1] - start);
    const first = points[0] ?? 0;
    drawChart(drawing, box, {
        x: { label: "time (s)", range: [first, Math.max(first + 4.5, time[0])] },
        y: { label: "travel (m)", range: spanned(points) },
        curves: [{ points, color: drawing.color("tracked") }],
        now: points.length > 0 ? [time[0], travel[0]] : null,
    });
}

/** A range for the travels, not narrower than a metre. */
function spanned(points) {
    let [low, high] = [0, 0];
    for (let i = 1; i < points.length; i += 2) {
        low = Math.min(low, points[i]);
        high = Math.max(high, points[i]);
    }
    const room = 0.06 * Math.max(1, high - low);
    return high - low < 1 ? [low - room, low + 1 + room] : [low - room, high + room];
}

/** What each muscle is told at the moment, as a share of its ceiling. */
function drawCommands(drawing, box, modes, commands) {
    const [top, bottom] = [box.y + 18, box.y + box.height - 34];
    const middle = (top + bottom) / 2;
    const [left, right] = [box.x + 12, box.x + box.width - 8];
    drawing.text("muscles", [left - 4, box.y + 12], {});
    const faint = { color: drawing.color("grid"), width: 1 };
    for (const y of [top, bottom]) drawing.line([left, y], [right, y], faint);
    drawing.line([left, middle], [right, middle], { color: drawing.color("text"), width: 1 });
    const width = (right - left) / modes.length;
    modes.forEach((mode, k) => {
        const [x, height] = [left + (k + 0.5) * width, (commands[k] * (bottom - top)) / 2];
        drawing.context.fillStyle = drawing.color("muscle");
        drawing.context.fillRect(x - 0.3 * width, middle, 0.6 * width, -height);
        drawing.text(String(mode), [x, bottom + 4], { align: "center", baseline: "top", size: 11 });
    });
    drawing.text("mode", [right, box.y + box.height - 4], { align: "right" });
}
