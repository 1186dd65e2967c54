// Runs one demo: an instance of the WebAssembly module in a worker of its own. The page asks; the
// worker answers with a frame to draw; it measures how long the steps take.

/** Calls of `demo_advance` whose time is averaged: one is shorter than what the clock resolves. */
const MEASURED = 60;

let exports;
const timings = [];

/** A text to the module. */
function write(text) {
    const bytes = new TextEncoder().encode(text);
    const address = exports.demo_text(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
}

/** The text that the module left. */
function read() {
    const [address, length] = [exports.demo_text_address(), exports.demo_text_length()];
    return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
}

/** What the demo refuses, and why; it goes on as it was. */
class Refusal extends Error {}

/** Calls a function of the module with a text; returns its answer. */
function call(name, text = "", ...numbers) {
    write(text);
    if (!exports[name](...numbers)) throw new Refusal(read());
    return read();
}

/** The arrays that a function of the module writes: their index, and a copy of the numbers. */
function arrays(name) {
    const index = call(name);
    const lengths = index.split("\n").map((line) => Number(line.split(" ")[1] ?? 0));
    const count = lengths.reduce((sum, length) => sum + length, 0);
    const address = exports.demo_numbers_address();
    return { index, numbers: new Float64Array(exports.memory.buffer, address, count).slice() };
}

/** The instantiated module, also from a server that does not know what WebAssembly is. */
async function instantiate() {
    const response = await fetch(new URL("demos.wasm", import.meta.url));
    if (!response.ok) {
        throw new Error(`${response.url}: the server answers ${response.status}`);
    }
    const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
    // The module has no clock of its own.
    const imports = { page: { now: () => performance.now() } };
    const { instance } = isKnown
        ? await WebAssembly.instantiateStreaming(response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    return instance.exports;
}

/** Opens a demo; the time that this takes is the demo's own, not that of fetching the module. */
async function open(name) {
    exports = await instantiate();
    const start = performance.now();
    call("demo_open", name);
    const setUp = performance.now() - start;
    return { setUp, description: call("demo_description"), ...after(true) };
}

/** What the page needs to know after anything was done. */
function after(isOther) {
    return {
        settings: call("demo_settings"),
        frame: arrays("demo_frame"),
        scene: isOther ? arrays("demo_scene") : null,
    };
}

/** Makes steps, and measures how many would fit into a second. */
function advance(steps) {
    const start = performance.now();
    try {
        call("demo_advance", "", steps);
    } finally {
        timings.push([steps, performance.now() - start]);
        if (timings.length > MEASURED) timings.shift();
    }
}

function stepsPerSecond() {
    const [steps, time] = timings.reduce(([a, b], [steps, time]) => [a + steps, b + time], [0, 0]);
    return time > 0 ? (1000 * steps) / time : null;
}

/**
 * Changes settings, acts, makes steps, in this order; whatever is refused is told, and the rest is
 * done all the same.
 */
function proceed({ configure, actions, steps, wantsCommand }) {
    const refusals = [];
    const attempt = (what, run) => {
        try {
            run();
            return true;
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            refusals.push({ what, text: error.message });
            return false;
        }
    };
    const isOther =
        configure && attempt("configure", () => call("demo_configure", configure));
    for (const action of actions) attempt("act", () => call("demo_act", action));
    if (steps > 0) attempt("advance", () => advance(steps));
    return {
        refusals,
        stepsPerSecond: stepsPerSecond(),
        command: wantsCommand ? call("demo_command") : null,
        ...after(isOther),
    };
}

/** Why the module has stopped: what its panic said, or else the error itself. */
function reason(error) {
    if (error instanceof WebAssembly.RuntimeError && exports) {
        const said = read().trim();
        if (said) return said;
    }
    return error.message;
}

self.addEventListener("message", async ({ data }) => {
    let answer;
    try {
        answer = "open" in data ? await open(data.open) : proceed(data);
    } catch (error) {
        self.postMessage({ stopped: reason(error) });
        return;
    }
    const sent = [answer.frame, answer.scene].filter(Boolean);
    self.postMessage(answer, sent.map(({ numbers }) => numbers.buffer));
});
