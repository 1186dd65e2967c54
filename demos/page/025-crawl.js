// The gait lab: a caterpillar that crawls over its floor with any gait, and can be pulled along.

import { drawChart } from "./chart.js";
import { mountDemo } from "./demo.js";
import { View, distanceTo, fixed, signed } from "./drawing.js";

/** Metres across the picture, at least. */
const ACROSS = { wide: 5, narrow: 3.2 };
/** Share of the picture's height that the chart below takes. */
const CHART = 0.36;
/** Width of the muscles' commands beside the chart. */
const BARS = 118;
/** How fast the picture follows the body, in 1/s, and how far it may stay behind, in m. */
const FOLLOWS = 5;
const BEHIND = 0.8;
/** How near to the body the pointer grabs it, in m. */
const REACH = 0.15;
/** Arrow keys, and where they push. */
const PUSHES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Shows the gait lab in a figure. */
export function mount(figure) {
    const camera = new Camera();
    return mountDemo(figure, {
        name: "025-crawl",
        label:
            "A caterpillar that crawls over a floor with metre marks. Arrow keys push it, the space bar plays and pauses.",
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

/** The window on the plane, which follows the body unless it is held. */
class Camera {
    isHeld = false;
    view = null;
    #centre = null;
    #last = 0;

    /** The view in a box of the canvas. */
    aim(box, { frame: { centre }, scene: { ground } }) {
        const scale = box.width / (box.width < 500 ? ACROSS.narrow : ACROSS.wide);
        // The floor lies near the lower edge, unless the body flies.
        const rest = ground[0] + box.height / 2 / scale - 30 / scale;
        const aimed = [centre[0], Math.max(rest, centre[1])];
        const now = performance.now();
        const share = 1 - Math.exp((-FOLLOWS * (now - this.#last)) / 1000);
        this.#last = now;
        this.#centre ??= aimed;
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
function draw(drawing, { scene, frame }, camera) {
    const isNarrow = drawing.width < 500;
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
    const bars = isNarrow ? 96 : BARS;
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
        const look = { fill: drawing.color("touching"), edge: drawing.color("background"), width: 1.5 };
        drawing.disc(pixel(vertex), 6, look);
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
    return `After ${time} s the body has travelled ${travel} m; the floor holds ${frame.touching.length} of its ${scene.contacts.length} contact points.`;
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
        muscle.slider({ name: "periods", index, label: "period", unit: "s", step: 0.01, low: 0.3, high: 3 });
        muscle.slider({ name: "phases", index, label: "phase", step: 0.01, low: -1, high: 1 });
        muscle.button("Turn around", () => demo.act(`flip ${index}`), {
            "aria-label": `Turn mode ${mode} around`,
        });
    });
    const world = panel.fold("Body and floor", { open: !isNarrow });
    const columns = world.columns();
    columns.slider({ name: "friction", label: "friction", step: 0.01 });
    columns.slider({ name: "gravity", label: "gravity", unit: "m/s\u00b2", step: 0.1 });
    columns.slider({ name: "ground-gap", label: "floor below the feet", unit: "m", step: 0.01, high: 1 });
    columns.slider({ name: "passive-stiffness", label: "stiffness of the flesh", unit: "N/m", log: true });
    columns.slider({ name: "active-stiffness", label: "stiffness of the muscles", unit: "N/m", log: true });
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
        const signs = Array.from({ length: count }, (_, k) => ((choice >> (count - 1 - k)) & 1 ? -1 : 1));
        return [signs.join(" "), signs.map((sign) => (sign > 0 ? "+" : "\u2212")).join(" ")];
    });
    const present = () => [...demo.state.frame.orientation].join(" ");
    panel.choice("orientation of the modes", choices, present, (signs) => demo.act(`orient ${signs}`));
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
        const [done, all, start, best] = demo.state.frame.search;
        const found = `${signed(best, 3)} m in 1.5 s, where the notebook's gait travels ${signed(start, 3)} m`;
        if (done === all) {
            note.textContent = `Found in ${all} generations: ${found}.`;
            demo.play();
            break;
        }
        note.textContent = `Generation ${done} of ${all}: ${found} \u2026`;
    }
    button.disabled = false;
}

/** The pointer drags the body, arrow keys push it. */
function listen(canvas, demo, camera) {
    const pointed = (event) => {
        const { left, top } = canvas.getBoundingClientRect();
        return camera.view.plane([
            event.clientX - left - canvas.clientLeft,
            event.clientY - top - canvas.clientTop,
        ]);
    };
    const reaches = (event) =>
        demo.state && camera.view && distanceTo(pointed(event), demo.state.frame.positions) < REACH;
    const release = () => {
        if (!camera.isHeld) return;
        camera.isHeld = false;
        demo.act("release");
    };
    // A finger on the body drags it, beside it the page.
    canvas.addEventListener(
        "touchstart",
        (event) => event.touches.length === 1 && reaches(event.touches[0]) && event.preventDefault(),
        { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
        if (!event.isPrimary || event.button !== 0 || !reaches(event)) return;
        canvas.setPointerCapture(event.pointerId);
        camera.isHeld = true;
        demo.act(`grab ${pointed(event).join(" ")}`);
        demo.play();
    });
    canvas.addEventListener("pointermove", (event) => {
        if (camera.isHeld) demo.act(`drag ${pointed(event).join(" ")}`, { replaces: true });
        else canvas.style.cursor = reaches(event) ? "grab" : "";
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        canvas.addEventListener(end, release);
    }

    const pressed = new Set();
    const push = () => {
        const sum = [0, 1].map((i) => [...pressed].reduce((total, key) => total + PUSHES[key][i], 0));
        demo.act(`push ${sum.join(" ")}`, { replaces: true });
    };
    canvas.addEventListener("keydown", (event) => {
        if (event.key === " ") {
            event.preventDefault();
            if (demo.isPlaying) demo.pause();
            else demo.play();
        }
        if (!(event.key in PUSHES) || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        if (event.repeat) return;
        pressed.add(event.key);
        push();
        demo.play();
    });
    canvas.addEventListener("keyup", (event) => pressed.delete(event.key) && push());
    canvas.addEventListener("blur", () => {
        if (pressed.size === 0) return;
        pressed.clear();
        push();
    });
}
