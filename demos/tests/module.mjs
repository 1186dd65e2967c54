// The WebAssembly modules, called as the worker of a page calls them, and the program, to compare.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");

/** Cargo's folder. */
export const TARGET = resolve(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"));

/** What the module in a file exports; the page lends it its clock. */
async function instantiate(file, build) {
    if (!existsSync(file)) throw new Error(`${file} is not there: run ${build} first`);
    const imports = { page: { now: () => performance.now() } };
    const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
    return instance.exports;
}

const decode = (exports, address, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));

/** The claims that the module of the claims computes: verdict, measured text, numbers by id. */
export async function claims() {
    const file = join(TARGET, "wasm32-unknown-unknown/wasm/examples/claims.wasm");
    const exports = await instantiate(file, "demos/build --with-claims");
    exports.verify();
    const text = decode(exports, exports.text_address(), exports.text_length());
    const rows = text.split("\n").filter(Boolean).map((line) => line.split("\t"));
    const numbers = (list) => list.split(" ").filter(Boolean).map(Number);
    return new Map(
        rows.map(([id, agrees, measured, shown, compared]) => [
            id,
            { agrees: agrees === "true", measured, shown: numbers(shown), compared: numbers(compared) },
        ]),
    );
}

/** A demo of the module that the pages load. */
export class Demo {
    #exports;

    static async open(name) {
        const demo = new Demo();
        demo.#exports = await instantiate(join(TARGET, "demos/demos.wasm"), "demos/build");
        demo.call("demo_open", name);
        return demo;
    }

    /** Calls a function with a text; returns its answer. */
    call(name, text = "", ...numbers) {
        const exports = this.#exports;
        const bytes = new TextEncoder().encode(text);
        const address = exports.demo_text(bytes.length);
        new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
        const succeeded = exports[name](...numbers);
        const answer = decode(exports, exports.demo_text_address(), exports.demo_text_length());
        if (!succeeded) throw new Error(answer);
        return answer;
    }

    /** The arrays of the present frame by name. */
    frame() {
        const index = this.call("demo_frame").split("\n").filter(Boolean);
        const arrays = {};
        let address = this.#exports.demo_numbers_address();
        for (const [name, length] of index.map((line) => line.split(" "))) {
            arrays[name] = [...new Float64Array(this.#exports.memory.buffer, address, Number(length))];
            address += 8 * Number(length);
        }
        return arrays;
    }
}

/** What the program prints for some arguments and --json. */
export function program(...parameters) {
    const file = join(TARGET, "release/modebook");
    if (!existsSync(file)) throw new Error(`${file} is not there: run cargo build --release first`);
    const options = { encoding: "utf8", maxBuffer: 1 << 28 };
    const { stdout, stderr } = spawnSync(file, [...parameters, "--json"], options);
    try {
        return JSON.parse(stdout);
    } catch {
        throw new Error(`modebook ${parameters.join(" ")}: ${stderr}`);
    }
}
