// Controls of a demo: native elements with labels. They show the demo's settings, and change them
// through it; their ranges and defaults come from the demo.

/** An element with attributes and children. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else if (value === true) made.setAttribute(key, "");
        else if (value !== false && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

let made = 0;

/** A box that controls are added to. */
export class Panel {
    #demo;
    #updates;

    /** `updates` gathers what is to be called when settings have changed. */
    constructor(box, demo, updates) {
        this.box = box;
        this.#demo = demo;
        this.#updates = updates;
    }

    /** A fold with a title; returns the panel inside. */
    fold(title, { open = true } = {}) {
        const inside = element("div", { class: "demo-controls" });
        this.box.append(element("details", { open }, element("summary", {}, title), inside));
        return new Panel(inside, this.#demo, this.#updates);
    }

    /** A group with a heading; returns the panel inside. */
    group(title) {
        const group = element("fieldset", {}, element("legend", {}, title));
        this.box.append(group);
        return new Panel(group, this.#demo, this.#updates);
    }

    /** Panels side by side, as many as there is room for. */
    columns() {
        const box = element("div", { class: "demo-columns" });
        this.box.append(box);
        return new Panel(box, this.#demo, this.#updates);
    }

    /** Things in a row, such as buttons. */
    row() {
        const box = element("div", { class: "demo-row" });
        this.box.append(box);
        return new Panel(box, this.#demo, this.#updates);
    }

    /**
     * A slider, and a field beside it for exact numbers, for one number of a setting. The slider
     * may span less than what is allowed (`low`, `high`), and may go in powers of ten (`log`).
     */
    slider({ name, index = 0, label, unit = "", step = "any", low, high, log = false }) {
        const range = this.#demo.description.get(name);
        [low, high] = [low ?? range.low, high ?? range.high];
        const [toSlider, toValue] = log ? [Math.log10, (x) => 10 ** x] : [(x) => x, (x) => x];
        const id = `demo-control-${++made}`;
        const title = unit ? `${label} (${unit})` : label;
        const field = element("input", {
            id, type: "number", min: range.low, max: range.high, step: "any", "data-setting": name,
            class: range.high >= 1e5 ? "is-long" : undefined,
        });
        const slider = element("input", {
            type: "range", min: toSlider(low), max: toSlider(high), "aria-label": title,
            step: log ? 0.01 : step, "data-setting": name,
        });
        const rounded = (x) => (log ? Number(x.toPrecision(3)) : x);
        const send = (value) => {
            const values = [...this.#demo.settings.get(name)];
            values[index] = value;
            this.#demo.change({ [name]: values });
        };
        slider.addEventListener("input", () => {
            const value = rounded(toValue(slider.valueAsNumber));
            field.value = value;
            send(value);
        });
        field.addEventListener("change", () => {
            if (Number.isFinite(field.valueAsNumber)) send(field.valueAsNumber);
            else update();
        });
        const update = () => {
            const value = this.#demo.settings.get(name)[index];
            // Shown with as many digits as there is room for; the setting keeps them all.
            if (document.activeElement !== field) field.value = Number(value.toPrecision(4));
            slider.value = toSlider(value);
            slider.setAttribute("aria-valuetext", `${field.value} ${unit}`.trim());
        };
        field.addEventListener("blur", update);
        this.#updates.push(update);
        this.box.append(
            element(
                "div",
                { class: "demo-slider" },
                element("label", { for: id }, title),
                field,
                slider,
            ),
        );
    }

    /** A button. */
    button(label, onPress, attributes = {}) {
        const listening = { type: "button", ...attributes, onclick: onPress };
        const button = element("button", listening, label);
        this.box.append(button);
        return button;
    }

    /** A choice among options, `[value, label]` each; `present` says which holds at the moment. */
    choice(label, options, present, onChoose) {
        const id = `demo-control-${++made}`;
        const items = options.map(([value, text]) => element("option", { value }, text));
        const select = element("select", { id, onchange: () => onChoose(select.value) }, ...items);
        this.#updates.push(() => (select.value = present()));
        this.box.append(
            element("div", { class: "demo-choice" }, element("label", { for: id }, label), select),
        );
        return select;
    }

    /** A line of text, which is empty at first. */
    note() {
        const note = element("p", { class: "demo-note", role: "status" });
        this.box.append(note);
        return note;
    }

    /** Has something called whenever the demo's state has changed. */
    onUpdate(update) {
        this.#updates.push(update);
    }
}
