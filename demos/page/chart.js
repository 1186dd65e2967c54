// A small chart: curves over an axis each way.

import { fixed } from "./drawing.js";

/** Round numbers from one to another, about so many. */
function ticks([low, high], count) {
    const rough = (high - low) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(low / step - 1e-9);
    const last = Math.floor(high / step + 1e-9);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return Array.from({ length: last - first + 1 }, (_, i) => {
        const value = (first + i) * step;
        return [value, fixed(value, decimals)];
    });
}

const SUPERSCRIPTS = { "-": "\u207b", 0: "\u2070", 1: "\u00b9", 2: "\u00b2", 3: "\u00b3" };

/** A power of ten as print has it. */
export function power(exponent) {
    const digit = (d) => SUPERSCRIPTS[d] ?? String.fromCharCode(0x2070 + Number(d));
    return `10${[...String(exponent)].map(digit).join("")}`;
}

/** Powers of ten from one to another, about so many. */
function powers([low, high], count) {
    const [first, last] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
    const step = Math.max(1, Math.ceil((last - first) / count));
    const exponents = [];
    for (let exponent = first; exponent <= last; exponent += step) exponents.push(exponent);
    return exponents.map((exponent) => [10 ** exponent, power(exponent)]);
}

/** Least and greatest of the curves' coordinates; a range that is never empty. */
function extent(curves, axis, isLogarithmic) {
    let [low, high] = [Infinity, -Infinity];
    for (const { points } of curves) {
        for (let i = axis; i < points.length; i += 2) {
            if (isLogarithmic && !(points[i] > 0)) continue;
            low = Math.min(low, points[i]);
            high = Math.max(high, points[i]);
        }
    }
    if (low > high) return isLogarithmic ? [0.1, 1] : [0, 1];
    if (low < high) return [low, high];
    return isLogarithmic ? [low / 2, high * 2] : [low - 0.5, high + 0.5];
}

/** Pixels between the box and the plot, for the numbers and the labels of the axes. */
const MARGINS = { left: 46, right: 10, top: 18, bottom: 34 };

/**
 * Draws a chart into a box of a drawing.
 *
 * An axis is `{ label, range, log }`; without `range` it spans the curves. A curve is `{ points,
 * color, dashes, label, dots }`: points (x0, y0, x1, y1, ...), joined by a line, or marked by
 * `dots`: true for discs, or "square" or "triangle". `now`, a point of the chart, is marked.
 */
export function drawChart(drawing, box, { x, y, curves, now }) {
    const plot = {
        x: box.x + MARGINS.left,
        y: box.y + MARGINS.top,
        width: box.width - MARGINS.left - MARGINS.right,
        height: box.height - MARGINS.top - MARGINS.bottom,
    };
    const [bottom, right] = [plot.y + plot.height, plot.x + plot.width];
    const scales = [x, y].map((axis, k) => {
        const range = axis.range ?? extent(curves, k, axis.log);
        const place = axis.log ? Math.log10 : (value) => value;
        const [low, high] = range.map(place);
        const share = (value) => (place(value) - low) / (high - low);
        const count = Math.max(2, Math.round(k === 0 ? plot.width / 70 : plot.height / 26));
        return { share, ticks: (axis.log ? powers : ticks)(range, count) };
    });
    const toX = (value) => plot.x + plot.width * scales[0].share(value);
    const toY = (value) => bottom - plot.height * scales[1].share(value);

    const grid = { color: drawing.color("grid"), width: 1 };
    const below = { align: "center", baseline: "top", size: 11 };
    for (const [value, text] of scales[0].ticks) {
        drawing.line([toX(value), plot.y], [toX(value), bottom], grid);
        drawing.text(text, [toX(value), bottom + 4], below);
    }
    const beside = { align: "right", baseline: "middle", size: 11 };
    for (const [value, text] of scales[1].ticks) {
        drawing.line([plot.x, toY(value)], [right, toY(value)], grid);
        drawing.text(text, [plot.x - 5, toY(value)], beside);
    }
    const axis = { color: drawing.color("text"), width: 1 };
    drawing.line([plot.x, bottom], [right, bottom], axis);
    drawing.line([plot.x, plot.y], [plot.x, bottom], axis);
    drawing.text(y.label, [box.x + 4, box.y + 12], {});
    drawing.text(x.label, [right, box.y + box.height - 4], { align: "right" });

    // Lines on the edge of the plot, and the mark, are as wide there as elsewhere.
    const [width, height] = [plot.width + 8, plot.height + 8];
    drawing.within({ x: plot.x - 4, y: plot.y - 4, width, height }, () => {
        for (const curve of curves) drawCurve(drawing, curve, toX, toY, y.log);
        if (now) {
            drawing.disc([toX(now[0]), toY(now[1])], 4.5, {
                fill: drawing.color("tracked"),
                edge: drawing.color("background"),
            });
        }
    });
    drawLegend(drawing, plot, curves);
}

/** A curve; a logarithmic axis leaves out what it cannot show. */
function drawCurve(drawing, { points, color, dashes, dots, width = 2 }, toX, toY, isLogarithmic) {
    const pixels = [];
    for (let i = 0; i < points.length; i += 2) {
        if (isLogarithmic && !(points[i + 1] > 0)) continue;
        pixels.push([toX(points[i]), toY(points[i + 1])]);
    }
    if (dots) {
        for (const pixel of pixels) drawDot(drawing, pixel, dots, color);
    } else {
        const asTheyAre = { x: (value) => value, y: (value) => value };
        drawing.polyline(asTheyAre, pixels.flat(), { color, width, dashes });
    }
}

/** A datum: a disc, a square or a triangle. */
function drawDot(drawing, [x, y], shape, color) {
    if (shape === true) {
        drawing.disc([x, y], 3, { fill: color });
        return;
    }
    const { context } = drawing;
    context.fillStyle = color;
    context.beginPath();
    if (shape === "square") {
        context.rect(x - 3.2, y - 3.2, 6.4, 6.4);
    } else {
        context.moveTo(x, y - 5);
        context.lineTo(x + 4.6, y + 3.4);
        context.lineTo(x - 4.6, y + 3.4);
    }
    context.fill();
}

/** The labels of the curves in the upper right corner, each with a piece of its line. */
function drawLegend(drawing, plot, curves) {
    const labelled = curves.filter(({ label }) => label);
    const widest = Math.max(0, ...labelled.map(({ label }) => drawing.textWidth(label)));
    const left = plot.x + plot.width - widest - 4;
    labelled.forEach(({ label, color, dashes, dots }, i) => {
        const middle = plot.y + 9 + 17 * i;
        if (dots) {
            drawDot(drawing, [left - 18, middle], dots, color);
        } else {
            drawing.line([left - 32, middle], [left - 6, middle], { color, width: 2, dashes });
        }
        drawing.text(label, [left, middle], { baseline: "middle" });
    });
}
