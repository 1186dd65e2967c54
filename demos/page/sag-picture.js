// What there is to see of the beams that sag: the beam in each space, and the heights of its tip.

import { drawChart } from "./chart.js";
import { View } from "./drawing.js";

/** The spaces in the order of the simulation; dashes as in the book's figures. */
export const SPACES = [
    { name: "full", label: "full", dashes: [] },
    { name: "modal", label: "LMA", dashes: [9, 4] },
    { name: "skinning", label: "skinning", dashes: [9, 3, 2, 3] },
];

/** The part of the plane that each picture shows, in m. */
const ROOM = [
    [-2.25, 2.3],
    [-4.15, 1.5],
];
/** Height of the line of text above a beam, in pixels. */
const HEADING = 22;
/** Share of the canvas below the beams that the chart takes, where it is wide. */
const CHART = 0.36;
/** The chart shows at least so much time, in s: that of the notebook's run. */
const SHORTEST = 1.6;

/** Draws the beams side by side and the chart below; on a phone, two by two. Tells the views. */
export function draw(drawing, { scene, frame }, views) {
    const { width, height } = drawing;
    const isNarrow = width < 500;
    const cell = isNarrow
        ? { width: width / 2, height: height / 2 }
        : { width: width / 3, height: (1 - CHART) * height };
    const places = isNarrow ? [[0, 0], [1, 0], [0, 1], [1, 1]] : [[0, 0], [1, 0], [2, 0], [0, 1]];
    const corner = ([column, row]) => ({ x: column * cell.width, y: row * cell.height });
    views.length = 0;
    SPACES.forEach((space, k) => {
        views.push(drawBeam(drawing, { ...corner(places[k]), ...cell }, space, k, { scene, frame }));
    });
    const { x, y } = corner(places[3]);
    drawHeights(drawing, { x, y, width: width - x, height: height - y }, frame);
}

/** The beam in one space, the wall that holds it, and the hand; returns the view. */
function drawBeam(drawing, box, { name, label }, k, { scene, frame }) {
    const inside = { ...box, y: box.y + HEADING, height: box.height - HEADING };
    const view = View.fitting(inside, ...ROOM);
    const [color, positions] = [drawing.color(name), frame[name]];
    const place = (x, y) => [view.x(x), view.y(y)];
    const heading = `${label}, ${scene.unknowns[k]} unknowns`;
    drawing.text(heading, [box.x + 8, box.y + 16], { bold: true, size: box.width < 200 ? 11 : 12 });
    drawing.within(box, () => {
        const ghost = { color: drawing.color("faint"), width: 1 };
        drawing.edges(view, scene.rest, scene.boundary, ghost);
        drawing.context.globalAlpha = 0.45;
        drawing.area(view, positions, scene.boundary, color);
        drawing.context.globalAlpha = 1;
        drawing.edges(view, positions, scene.boundary, { color, width: 1.6 });
        drawing.context.fillStyle = drawing.color("pinned");
        for (const vertex of scene.pinned) {
            const [x, y] = place(scene.rest[2 * vertex], scene.rest[2 * vertex + 1]);
            drawing.context.fillRect(x - 2, y - 2, 4, 4);
        }
        const tip = place(positions[2 * scene.tip[0]], positions[2 * scene.tip[0] + 1]);
        if (frame.hand.length > 0) {
            const hand = place(...frame.hand);
            const text = drawing.color("text");
            drawing.line(tip, hand, { color: text, width: 1.5, dashes: [5, 4] });
            drawing.disc(hand, 4, { fill: drawing.color("background"), edge: text, width: 1.5 });
        }
        drawing.disc(tip, 6, {
            fill: drawing.color("tracked"),
            edge: drawing.color("background"),
            width: 1.5,
        });
    });
    return view;
}

/** The heights of the three tips over time. */
function drawHeights(drawing, box, frame) {
    const curves = SPACES.map(({ name, label, dashes }) => {
        return { points: frame[`${name}-curve`], color: drawing.color(name), dashes, label };
    });
    const first = curves[0].points[0];
    let [low, high] = [-1, 0];
    for (const { points } of curves) {
        for (let i = 1; i < points.length; i += 2) {
            low = Math.min(low, points[i]);
            high = Math.max(high, points[i]);
        }
    }
    // Room for the labels above the curves.
    high += 0.45 * (high - low);
    drawChart(drawing, box, {
        x: { label: "time (s)", range: [first, Math.max(first + SHORTEST, frame.time[0])] },
        y: { label: "height of the tip (m)", range: [low - 0.05 * (high - low), high] },
        curves,
    });
}
