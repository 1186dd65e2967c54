// The page's side of the worker: a question at a time, an answer to each.

/** Arrays by name, from an index with a name and a length in each line. */
function named({ index, numbers }) {
    const arrays = {};
    let start = 0;
    for (const line of index.split("\n").filter(Boolean)) {
        const [name, length] = line.split(" ");
        arrays[name] = numbers.subarray(start, start + Number(length));
        start += Number(length);
    }
    return arrays;
}

/** Settings by name, as lists of numbers, from a query string. */
export function parseSettings(query) {
    const pairs = query.split("&").filter(Boolean).map((pair) => pair.split("="));
    return new Map(pairs.map(([name, values]) => [name, values.split(",").map(Number)]));
}

/** What can be set: range and defaults by name. */
function parseDescription(text) {
    const lines = text.split("\n").filter(Boolean).map((line) => line.split("\t"));
    return new Map(
        lines.map(([name, low, high, defaults]) => [
            name,
            { low: Number(low), high: Number(high), defaults: defaults.split(",").map(Number) },
        ]),
    );
}

/** One demo in a worker of its own. */
export class Simulation {
    #worker;
    #waiting = null;

    constructor() {
        const address = new URL("worker.js", import.meta.url);
        this.#worker = new Worker(address, { type: "module" });
        this.#worker.addEventListener("message", ({ data }) => this.#settle(data));
        this.#worker.addEventListener("error", (event) => {
            event.preventDefault();
            this.#settle({ stopped: event.message || "its script could not be loaded" });
        });
    }

    /** Whether an answer is outstanding. */
    get isBusy() {
        return this.#waiting !== null;
    }

    /** Opens a demo by its name. */
    async open(name) {
        const answer = await this.#ask({ open: name });
        return { ...answer, description: parseDescription(answer.description) };
    }

    /** Changes settings (a query string), then acts, then makes steps. */
    proceed({ configure = "", actions = [], steps = 0, wantsCommand = false }) {
        return this.#ask({ configure, actions, steps, wantsCommand });
    }

    /** Ends the worker; what it was about to answer is never told. */
    end() {
        this.#worker.terminate();
    }

    #ask(question) {
        return new Promise((resolve, reject) => {
            this.#waiting = { resolve, reject };
            this.#worker.postMessage(question);
        });
    }

    #settle(answer) {
        const waiting = this.#waiting;
        this.#waiting = null;
        if (!waiting) return;
        if ("stopped" in answer) {
            waiting.reject(new Error(answer.stopped));
            return;
        }
        const scene = answer.scene && named(answer.scene);
        waiting.resolve({ ...answer, frame: named(answer.frame), scene });
    }
}
