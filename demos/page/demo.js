// A demo in its figure: it takes the place of the film, runs the simulation, and gives way again.
//
// A demo's own script calls `mountDemo(figure, description)` with
//
//   name          the slot's name, which the module knows it by
//   label         what the canvas shows, for those who do not see it
//   keys          true if the canvas takes keys
//   aspect        [wide, narrow]: width over height of the canvas on a wide and a narrow screen
//   rate          steps per second at speed 1; without it there is no playing
//   waits         true if it does not play until it is asked to
//   speeds        multiples of it to choose among
//   buttons       (panel, demo): adds buttons below the picture; optional
//   controls      (panel, demo): adds controls, see controls.js
//   readouts      (state): [label, text] pairs
//   sentence      (state): the same as a sentence, for screen readers, when something stops
//   draw          (drawing, state, demo): draws, see drawing.js
//   listen        (canvas, demo): listens to pointers and keys; optional
//
// `state` holds `scene` and `frame`, arrays by name. `demo` is what the class below makes public.

import { Drawing } from "./drawing.js";
import { Layout, loadStyles } from "./layout.js";
import { settingsInAddress } from "./link.js";
import { Simulation, parseSettings } from "./simulation.js";

/** Seconds that playing may lag behind before it lets time go. */
const LONGEST_LAG = 0.1;
/** Seconds that one question may keep the worker busy. */
const LONGEST_TURN = 0.03;
/** Milliseconds between two texts of the command while playing. */
const COMMAND_EVERY = 300;
/** Milliseconds between two states of the readouts while playing. */
const READOUTS_EVERY = 100;

/** Figures in which a demo stands. */
const mounted = new WeakSet();

/** Puts a demo into its figure, in the place of the film; resolves when it runs. */
export async function mountDemo(figure, description) {
    if (mounted.has(figure)) return;
    mounted.add(figure);
    await loadStyles();
    const demo = new Demo(figure, description, () => mounted.delete(figure));
    await demo.start(settingsInAddress(description.name));
}

class Demo {
    #about;
    #onClose;
    #layout;
    #drawing;
    #simulation;
    #steps = 0;
    #changes = new Map();
    #actions = [];
    #frameRequest = 0;
    #last = 0;
    #isInView = true;
    #isStale = false;
    #observers = [];
    #settingsText = "";
    #commandTime = -Infinity;
    #readoutTime = -Infinity;

    /** Ranges and defaults of the settings by name. */
    description = new Map();
    /** The present settings by name, as lists of numbers. */
    settings = new Map();
    /** The arrays to draw. */
    state = null;
    /** How many times real time, or the usual rate. */
    speed = 1;
    isPlaying = false;

    constructor(figure, about, onClose) {
        this.#about = about;
        this.#onClose = onClose;
        this.#layout = new Layout(figure, about, this);
        this.#drawing = new Drawing(this.#layout.canvas, () => this.redraw());
        const seen = new IntersectionObserver(([entry]) => {
            this.#isInView = entry.isIntersecting;
            this.redraw();
        });
        seen.observe(this.#layout.canvas);
        this.#observers.push(seen);
        about.listen?.(this.#layout.canvas, this);
    }

    /** Starts a new instance of the simulation, with settings as a query string. */
    async start(settings = null) {
        this.#simulation?.end();
        const simulation = new Simulation();
        this.#simulation = simulation;
        this.state = null;
        this.isPlaying = false;
        this.#steps = 0;
        this.#layout.say("Loading the simulation \u2026");
        try {
            const opened = await simulation.open(this.#about.name);
            this.description = opened.description;
            this.#layout.say("");
            this.#layout.showSetUp(opened.setUp);
            this.#take(opened);
            this.#layout.showControls();
            if (settings) {
                const answer = await simulation.proceed({ configure: settings });
                this.#take(answer);
            }
        } catch (error) {
            this.#stopped(simulation, error);
            return;
        }
        const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
        if (this.#about.rate && !this.#about.waits && !isCalm) this.play();
        else this.#tellAll();
    }

    /** Changes settings: an object of lists of numbers by name. */
    change(settings) {
        if (!this.state) return;
        this.#layout.say("");
        for (const [name, values] of Object.entries(settings)) {
            this.#changes.set(name, values);
            // What is set next may depend on it before there is an answer.
            this.settings.set(name, values);
        }
        this.#schedule();
    }

    /** Sets what is named to its defaults, or everything. */
    restore(names = [...this.description.keys()]) {
        const defaults = names.map((name) => [name, this.description.get(name).defaults]);
        this.change(Object.fromEntries(defaults));
    }

    /**
     * Has the simulation act; resolves to whether it did. With `replaces`, an action of the same
     * name that still waits is forgotten.
     */
    act(text, { replaces = false } = {}) {
        if (!this.state) return Promise.resolve(false);
        this.#layout.say("");
        return new Promise((resolve) => {
            const [name] = text.split(" ");
            const last = this.#actions.at(-1);
            if (replaces && last?.text.split(" ")[0] === name) {
                this.#actions.pop();
                last.resolve(true);
            }
            this.#actions.push({ text, resolve });
            this.#schedule();
        });
    }

    /** Makes steps. */
    advance(steps = 1) {
        if (!this.state) return;
        this.#layout.say("");
        this.#steps += steps;
        this.#schedule();
    }

    play() {
        if (!this.#about.rate || !this.state || this.isPlaying) return;
        this.isPlaying = true;
        this.#steps = 0;
        this.#last = performance.now();
        this.#layout.showPlaying();
        this.#schedule();
    }

    pause() {
        if (!this.isPlaying) return;
        this.isPlaying = false;
        this.#steps = 0;
        this.#layout.showPlaying();
        this.#tellAll();
    }

    /** Pauses, and makes one step. */
    step() {
        this.pause();
        this.advance();
    }

    /** Puts the simulation back to its start. */
    reset() {
        this.#steps = 0;
        this.act("reset");
    }

    /** Draws again what is there. */
    redraw() {
        this.#isStale = true;
        this.#schedule();
    }

    /** Asks for the command again. */
    refreshCommand() {
        this.#commandTime = -Infinity;
        this.#schedule();
    }

    /** Settings that differ from the defaults, as a query string. */
    get query() {
        return this.#settingsText;
    }

    /** Gives the figure back to the film. */
    close() {
        this.#simulation.end();
        this.#observers.forEach((observer) => observer.disconnect());
        this.#drawing.end();
        cancelAnimationFrame(this.#frameRequest);
        this.isPlaying = false;
        this.state = null;
        this.#layout.close();
        this.#onClose();
    }

    #schedule() {
        if (this.#frameRequest === 0 && this.state) {
            this.#frameRequest = requestAnimationFrame((now) => this.#tick(now));
        }
    }

    /** Once per frame of the screen, as long as there is something to do. */
    #tick(now) {
        this.#frameRequest = 0;
        if (!this.state) return;
        if (this.#isStale && this.#isInView) {
            this.#isStale = false;
            this.#drawing.clear();
            this.#about.draw(this.#drawing, this.state, this);
        }
        if (this.isPlaying && this.#isInView) {
            const elapsed = Math.min((now - this.#last) / 1000, LONGEST_LAG);
            const rate = this.#about.rate * this.speed;
            this.#steps = Math.min(this.#steps + rate * elapsed, Math.max(1, rate * LONGEST_LAG));
        }
        this.#last = now;
        if (!this.#simulation.isBusy) this.#proceed(now);
        if (this.isPlaying && this.#isInView) this.#schedule();
    }

    /** Asks the simulation for what is due. */
    async #proceed(now) {
        const wantsCommand =
            this.#layout.showsCommand &&
            now - this.#commandTime > (this.isPlaying ? COMMAND_EVERY : 0);
        const most = Math.max(1, Math.floor((this.state.stepsPerSecond ?? 100) * LONGEST_TURN));
        const steps = Math.min(Math.floor(this.#steps), most);
        const [changes, actions] = [this.#changes, this.#actions];
        const resolve = (hasActed) => actions.forEach((action) => action.resolve(hasActed));
        if (steps === 0 && changes.size === 0 && actions.length === 0 && !wantsCommand) return;
        this.#steps -= steps;
        this.#changes = new Map();
        this.#actions = [];
        if (wantsCommand) this.#commandTime = now;
        const simulation = this.#simulation;
        try {
            const answer = await simulation.proceed({
                configure: [...changes].map(([name, values]) => `${name}=${values}`).join("&"),
                actions: actions.map(({ text }) => text),
                steps,
                wantsCommand,
            });
            if (simulation !== this.#simulation || !this.state) return;
            this.#take(answer);
            resolve(!answer.refusals.some(({ what }) => what === "act"));
            if (!this.isPlaying && (steps > 0 || changes.size > 0 || actions.length > 0)) {
                this.#tellAll();
            }
        } catch (error) {
            this.#stopped(simulation, error);
            resolve(false);
        }
    }

    /** Takes an answer: what to draw, and what was refused. */
    #take({ scene, frame, settings, stepsPerSecond, command, refusals = [] }) {
        this.state = { scene: scene ?? this.state?.scene, frame, stepsPerSecond };
        const isRefused = refusals.some(({ what }) => what === "configure");
        if (this.#changes.size === 0 || isRefused) {
            const defaults = [...this.description].map(([name, { defaults }]) => [name, defaults]);
            this.settings = new Map([...defaults, ...parseSettings(settings)]);
        }
        if (settings !== this.#settingsText || isRefused) {
            this.#settingsText = settings;
            this.#layout.update();
        }
        if (refusals.length > 0) this.#layout.complain(refusals.map(({ text }) => text).join(" "));
        if (refusals.some(({ what }) => what === "advance")) this.pause();
        if (command !== null && command !== undefined) this.#layout.showCommand(command);
        // While it plays nobody reads every number; another layout of the page for each would take time.
        const now = performance.now();
        if (!this.isPlaying || now - this.#readoutTime > READOUTS_EVERY) {
            this.#readoutTime = now;
            this.#showReadouts();
        }
        this.redraw();
    }

    #showReadouts() {
        this.#layout.showReadouts(this.#about.readouts(this.state), this.state.stepsPerSecond);
    }

    /** Says in a sentence what there is to see, and asks for the command. */
    #tellAll() {
        if (!this.state) return;
        this.#showReadouts();
        this.#layout.announce(this.#about.sentence(this.state));
        if (this.#layout.showsCommand) this.refreshCommand();
    }

    /** The simulation has stopped for good. */
    #stopped(simulation, error) {
        if (simulation !== this.#simulation) return;
        simulation.end();
        this.state = null;
        this.isPlaying = false;
        this.#changes.clear();
        this.#actions.forEach(({ resolve }) => resolve(false));
        this.#actions = [];
        this.#layout.showPlaying();
        this.#layout.complain(`The simulation has stopped: ${error.message}`, () => this.start());
    }
}
