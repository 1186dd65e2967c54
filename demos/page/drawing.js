// A canvas as sharp as the screen, bodies and paths in metres, colours of the page's theme.

const MINUS = "\u2212";

/** A number with so many decimals, with the minus sign of print; never minus zero. */
export function fixed(value, decimals) {
    const digits = Math.abs(value).toFixed(decimals);
    return value < 0 && Number(digits) !== 0 ? MINUS + digits : digits;
}

/** The same with its sign also where it is positive. */
export function signed(value, decimals) {
    const text = fixed(value, decimals);
    return text.startsWith(MINUS) || Number(text) === 0 ? text : `+${text}`;
}

/** A window on the plane with equal scales: metres to pixels of the canvas, and back. */
export class View {
    /** `box` is a rectangle in pixels; `centre`, in m, lies in its middle; `scale` is in px/m. */
    constructor(box, centre, scale) {
        this.box = box;
        this.scale = scale;
        this.left = box.x + box.width / 2 - scale * centre[0];
        this.base = box.y + box.height / 2 + scale * centre[1];
    }

    /** The largest view that shows a range of x and one of y, both in m. */
    static fitting(box, [left, right], [bottom, top]) {
        const scale = Math.min(box.width / (right - left), box.height / (top - bottom));
        return new View(box, [(left + right) / 2, (bottom + top) / 2], scale);
    }

    x(x) {
        return this.left + this.scale * x;
    }

    y(y) {
        return this.base - this.scale * y;
    }

    /** The point of the plane below a pixel. */
    plane([x, y]) {
        return [(x - this.left) / this.scale, (this.base - y) / this.scale];
    }

    /** The x that the box shows, from and to. */
    get across() {
        return [this.box.x, this.box.x + this.box.width].map((x) => (x - this.left) / this.scale);
    }
}

/** What demos draw on. Lengths are in CSS pixels. */
export class Drawing {
    #colors = new Map();
    #fontFamily = "";
    #font = null;
    #observers;

    /** `onChange` is told when the size or the theme is another. */
    constructor(canvas, onChange) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        const resized = new ResizeObserver(() => {
            this.#measure();
            onChange();
        });
        resized.observe(canvas);
        const themed = new MutationObserver(() => {
            this.#colors.clear();
            onChange();
        });
        themed.observe(document.documentElement, { attributeFilter: ["class"] });
        this.#observers = [resized, themed];
        this.#measure();
    }

    /** Watches no longer. */
    end() {
        this.#observers.forEach((observer) => observer.disconnect());
    }

    #measure() {
        const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
        const ratio = window.devicePixelRatio || 1;
        this.#fontFamily = getComputedStyle(this.canvas).fontFamily;
        this.width = width;
        this.height = height;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    /** A colour of demos.css: `body` is `--demo-body`. */
    color(name) {
        if (!this.#colors.has(name)) {
            const style = getComputedStyle(this.canvas);
            this.#colors.set(name, style.getPropertyValue(`--demo-${name}`).trim());
        }
        return this.#colors.get(name);
    }

    /** The whole canvas as a box, or what is left of it within margins. */
    box({ left = 0, right = 0, top = 0, bottom = 0 } = {}) {
        const [width, height] = [this.width - left - right, this.height - top - bottom];
        return { x: left, y: top, width, height };
    }

    /** Takes everything away. */
    clear() {
        this.context.clearRect(0, 0, this.width, this.height);
    }

    /** Draws within a box only. */
    within(box, draw) {
        this.context.save();
        this.context.beginPath();
        this.context.rect(box.x, box.y, box.width, box.height);
        this.context.clip();
        draw();
        this.context.restore();
    }

    /**
     * Triangles filled with a colour, or with one for each (`fill` is then a function of the
     * index), and their edges. Positions are (x0, y0, x1, y1, ...), corners three indices each.
     */
    mesh(view, positions, corners, { fill, edge, width = 0.6 }) {
        const paths = new Map();
        for (let triangle = 0; 3 * triangle < corners.length; triangle++) {
            const color = typeof fill === "function" ? fill(triangle) : fill;
            if (!paths.has(color)) paths.set(color, new Path2D());
            const path = paths.get(color);
            for (let corner = 0; corner < 3; corner++) {
                const vertex = 2 * corners[3 * triangle + corner];
                const point = [view.x(positions[vertex]), view.y(positions[vertex + 1])];
                corner === 0 ? path.moveTo(...point) : path.lineTo(...point);
            }
            path.closePath();
        }
        this.context.lineJoin = "round";
        for (const [color, path] of paths) {
            this.context.fillStyle = color;
            this.context.fill(path);
            // Without edges, what is drawn between triangles would shine through.
            this.#stroke(path, { color: edge ?? color, width });
        }
    }

    /** The inside of a boundary, given as directed pairs of vertices: one area, not its triangles. */
    area(view, positions, boundary, fill) {
        const path = new Path2D();
        for (const loop of loops(boundary)) {
            loop.forEach((vertex, i) => {
                const point = [view.x(positions[2 * vertex]), view.y(positions[2 * vertex + 1])];
                i === 0 ? path.moveTo(...point) : path.lineTo(...point);
            });
            path.closePath();
        }
        this.context.fillStyle = fill;
        this.context.fill(path, "evenodd");
    }

    /** Segments between pairs of vertices, such as the boundary of a body. */
    edges(view, positions, pairs, style) {
        const path = new Path2D();
        for (let i = 0; i < pairs.length; i += 2) {
            const [a, b] = [2 * pairs[i], 2 * pairs[i + 1]];
            path.moveTo(view.x(positions[a]), view.y(positions[a + 1]));
            path.lineTo(view.x(positions[b]), view.y(positions[b + 1]));
        }
        this.#stroke(path, style);
    }

    /** A line through points (x0, y0, x1, y1, ...). */
    polyline(view, points, style) {
        const path = new Path2D();
        for (let i = 0; i < points.length; i += 2) {
            path.lineTo(view.x(points[i]), view.y(points[i + 1]));
        }
        this.#stroke(path, style);
    }

    /** A line between two pixels. */
    line([x0, y0], [x1, y1], style) {
        const path = new Path2D();
        path.moveTo(x0, y0);
        path.lineTo(x1, y1);
        this.#stroke(path, style);
    }

    #stroke(path, { color, width = 1.5, dashes = [] }) {
        this.context.strokeStyle = color;
        this.context.lineWidth = width;
        this.context.setLineDash(dashes);
        this.context.stroke(path);
        this.context.setLineDash([]);
    }

    /** A disc about a pixel, with an edge or without. */
    disc([x, y], radius, { fill, edge, width = 1 }) {
        const path = new Path2D();
        path.arc(x, y, radius, 0, 2 * Math.PI);
        if (fill) {
            this.context.fillStyle = fill;
            this.context.fill(path);
        }
        if (edge) this.#stroke(path, { color: edge, width });
    }

    /** A text at a pixel; `align` and `baseline` as the canvas has them. */
    text(text, [x, y], { color, size = 12, align = "left", baseline = "alphabetic", bold } = {}) {
        this.#setFont(size, bold);
        this.context.fillStyle = color ?? this.color("text");
        this.context.textAlign = align;
        this.context.textBaseline = baseline;
        this.context.fillText(text, x, y);
    }

    #setFont(size, bold = false) {
        this.#font ??= getComputedStyle(this.canvas).fontFamily;
        this.context.font = `${bold ? "bold " : ""}${size}px ${this.#font}`;
    }

    /** The width of a text. */
    textWidth(text, size = 12) {
        this.#setFont(size);
        return this.context.measureText(text).width;
    }
}

/** Pairs of vertices put one behind the other. */
function loops(pairs) {
    const after = new Map();
    for (let i = 0; i < pairs.length; i += 2) after.set(pairs[i], pairs[i + 1]);
    const found = [];
    while (after.size > 0) {
        const loop = [];
        let [vertex] = after.keys();
        while (after.has(vertex)) {
            loop.push(vertex);
            const next = after.get(vertex);
            after.delete(vertex);
            vertex = next;
        }
        found.push(loop);
    }
    return found;
}

/** How far the nearest of some positions (x0, y0, x1, y1, ...) is from a point. */
export function distanceTo([x, y], positions) {
    let nearest = Infinity;
    for (let i = 0; i < positions.length; i += 2) {
        nearest = Math.min(nearest, Math.hypot(positions[i] - x, positions[i + 1] - y));
    }
    return nearest;
}
