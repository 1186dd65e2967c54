// What a demo puts into its figure, beside the canvas: buttons, texts, folds.

import { Panel, element } from "./controls.js";
import { fixed } from "./drawing.js";
import { copy, linkTo } from "./link.js";

/** Narrower than this, a figure is on a phone. In CSS pixels. */
const NARROW = 560;

/** Loads the style sheet of the demos, once per page. */
export function loadStyles() {
    const href = new URL("demos.css", import.meta.url).href;
    if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
    return new Promise((loaded) => {
        document.head.append(
            // Without it a demo looks plain, but works.
            element("link", { rel: "stylesheet", href, onload: loaded, onerror: loaded }),
        );
    });
}

/** The elements of a demo in its figure. */
export class Layout {
    #figure;
    #film;
    #about;
    #demo;
    #box;
    #updates = [];
    #readouts = new Map();

    constructor(figure, about, demo) {
        this.#figure = figure;
        this.#about = about;
        this.#demo = demo;
        const caption = figure.querySelector("figcaption");
        const isShown = (child) => child !== caption && !child.hasAttribute("hidden");
        this.#film = [...figure.children].filter(isShown);
        for (const child of this.#film) {
            if (child.localName === "video") child.pause();
            child.setAttribute("hidden", "");
        }
        this.canvas = element("canvas", {
            role: about.keys ? "application" : "img",
            "aria-label": about.label,
            tabindex: about.keys ? 0 : undefined,
        });
        this.#box = element("div", { class: "demo-live" }, this.#stage(), ...this.#below());
        this.#box.addEventListener("keydown", keepFromBook);
        figure.insertBefore(this.#box, caption);
        figure.classList.add("is-live");
        this.#fitCanvas();
        this.#box.querySelector("button").focus({ preventScroll: true });
        this.canvas.scrollIntoView({ block: "nearest" });
    }

    /** The canvas and the buttons under it, which stay in sight on a phone. */
    #stage() {
        const { rate, speeds } = this.#about;
        const bar = element("div", { class: "demo-row demo-transport" });
        const panel = new Panel(bar, this.#demo, this.#updates);
        if (rate) {
            this.playButton = panel.button("Play", () => {
                if (this.#demo.isPlaying) this.#demo.pause();
                else this.#demo.play();
            });
            panel.button("Step", () => this.#demo.step());
        }
        panel.button("Reset", () => this.#demo.reset());
        this.#about.buttons?.(panel, this.#demo);
        if (speeds) {
            const options = speeds.map((speed) => [String(speed), `${fraction(speed)} \u00d7`]);
            const present = () => String(this.#demo.speed);
            const choose = (speed) => (this.#demo.speed = Number(speed));
            panel.choice("speed", options, present, choose);
        }
        return element("div", { class: "demo-stage" }, this.canvas, bar);
    }

    #below() {
        this.message = element("p", { class: "demo-message", role: "alert" });
        this.readouts = element("dl", { class: "demo-readouts" });
        this.status = element("p", { class: "demo-status", role: "status" });
        this.controls = element("div", { class: "demo-controls" });
        this.setUp = element("span", { class: "demo-set-up" });
        const links = element("div", { class: "demo-row demo-links" });
        const panel = new Panel(links, this.#demo, this.#updates);
        panel.button("Copy link", () => this.#copyLink());
        panel.button("Show the film", () => this.#demo.close());
        links.append(this.setUp);
        const command = this.#commandFold();
        return [this.message, this.readouts, this.status, this.controls, command, links];
    }

    #commandFold() {
        this.command = element("code", {});
        this.commandNotes = element("p", { class: "demo-note" });
        const button = element(
            "button",
            { type: "button", onclick: () => this.#copy(this.command.textContent, button) },
            "Copy command",
        );
        const text = element("pre", { tabindex: 0, "aria-label": "command" }, this.command);
        this.commandBox = element(
            "details",
            { class: "demo-command", ontoggle: () => this.#demo.refreshCommand() },
            element("summary", {}, "As a command"),
            element("div", {}, text, this.commandNotes, button),
        );
        return this.commandBox;
    }

    /** Keeps the canvas in the shape for its width. */
    #fitCanvas() {
        const fit = () => {
            const isNarrow = this.#box.clientWidth < NARROW;
            const [wide, narrow] = this.#about.aspect;
            this.canvas.style.aspectRatio = isNarrow ? narrow : wide;
            this.#box.classList.toggle("is-narrow", isNarrow);
        };
        this.sizes = new ResizeObserver(fit);
        this.sizes.observe(this.#box);
        fit();
    }

    /** Adds the demo's own controls, as far as they are not there yet, and shows the settings. */
    showControls() {
        if (!this.controls.firstChild) {
            this.#about.controls(new Panel(this.controls, this.#demo, this.#updates), this.#demo);
        }
        this.update();
        this.showPlaying();
    }

    /** Shows the present settings. */
    update() {
        this.#updates.forEach((update) => update());
    }

    showPlaying() {
        if (this.playButton) this.playButton.textContent = this.#demo.isPlaying ? "Pause" : "Play";
    }

    /** Pairs of a label and a text, beside the speed of the computation. */
    showReadouts(pairs, stepsPerSecond) {
        const rounded = Number(stepsPerSecond?.toPrecision(2));
        const speed = stepsPerSecond ? rounded.toLocaleString("en") : "\u2013";
        const measured = this.#about.rate ? [["computes", `${speed} steps/s`]] : [];
        for (const [label, text] of [...pairs, ...measured]) {
            if (!this.#readouts.has(label)) {
                const value = element("dd", {});
                this.#readouts.set(label, value);
                this.readouts.append(element("div", {}, element("dt", {}, label), value));
            }
            const value = this.#readouts.get(label);
            if (value.textContent !== text) value.textContent = text;
        }
    }

    /** How long the demo took to set up, in ms. */
    showSetUp(time) {
        this.setUp.textContent = `set up in ${fixed(time / 1000, 2)} s`;
    }

    /** Whether the fold with the command is open. */
    get showsCommand() {
        return this.commandBox.open;
    }

    /** The commands, a line each, and what is to be known of them in lines below. */
    showCommand(text) {
        const lines = text.split("\n");
        const isCommand = (line) => line.startsWith("modebook ");
        const command = lines.filter(isCommand).join("\n");
        const notes = lines.filter((line) => !isCommand(line));
        if (this.command.textContent !== command) this.command.textContent = command;
        this.commandNotes.textContent = notes.join(" ");
    }

    /** A sentence in the place of messages. */
    say(text) {
        if (this.message.textContent !== text) this.message.replaceChildren(text);
        this.message.classList.remove("is-complaint");
    }

    /** What went wrong, with a button to start again if the demo has stopped. */
    complain(text, startAgain = null) {
        this.say(text);
        this.message.classList.add("is-complaint");
        if (startAgain) {
            const attributes = { type: "button", onclick: startAgain };
            this.message.append(" ", element("button", attributes, "Start again"));
        }
    }

    /** A sentence for screen readers only. */
    announce(text) {
        this.status.textContent = text;
    }

    #copyLink() {
        const button = this.#box.querySelector(".demo-links button");
        this.#copy(linkTo(this.#about.name, this.#demo.query), button);
    }

    /** Copies a text and says so on the button; where that is forbidden, shows it selected. */
    async #copy(text, button) {
        if (await copy(text)) {
            button.classList.add("is-copied");
            setTimeout(() => button.classList.remove("is-copied"), 1200);
            this.announce("Copied.");
        } else {
            const field = element("input", { readonly: true, "aria-label": "text to copy" });
            field.value = text;
            this.say("Copy this text: ");
            this.message.append(field);
            field.focus();
            field.select();
        }
    }

    /** Takes the demo out, and puts the film back. */
    close() {
        this.sizes.disconnect();
        this.#box.remove();
        this.#figure.classList.remove("is-live");
        for (const child of this.#film) child.removeAttribute("hidden");
        this.#figure.querySelector("button")?.focus({ preventScroll: true });
    }
}

/** Keys that are meant for a field or a canvas do not turn the book's pages. */
function keepFromBook(event) {
    if (!event.target.matches("button, summary")) event.stopPropagation();
}

/** A speed as print has it. */
function fraction(value) {
    return { 0.25: "\u00bc", 0.5: "\u00bd" }[value] ?? String(value);
}
