// In WebAssembly the library computes what it computes natively: the claims of both notebooks, and
// the crawl as pages step it. It is not the same to the last bit. The program multiplies matrices
// with fused multiply-adds where the machine has them, the module with two roundings; and the sines
// of the module are not those of the system.
//
// Usage: node --test numbers.test.mjs, after `demos/build --with-claims` and `cargo build --release`

import assert from "node:assert/strict";
import { test } from "node:test";
import { Demo, claims, program } from "./module.mjs";

/** What is compared of a claim that agrees on both sides: as in tests/ledger, no round-off. */
function compared({ id, agreement, measured }) {
    if (agreement.startsWith("at most") || id.startsWith("17.roundoff.")) return "round-off";
    // The constant has the eigenvalue zero.
    if (id === "17.skinning.eigenvalues") return measured.split(", ").slice(1);
    // The projected Hessian's iterations shrink at a linear rate, so that the tolerance may be met by
    // one iteration or by the next.
    if (id === "17.newton.exact") return measured.split(", ").slice(0, 1);
    return measured;
}

test("the claims are what they are natively", async (t) => {
    const here = await claims();
    const native = program("verify");
    const timed = native.filter(({ agreement }) => agreement.startsWith("timing"));
    t.diagnostic(`left out, being about time: ${timed.map(({ id }) => id).join(", ")}`);
    const others = native.filter((claim) => !timed.includes(claim));
    assert.deepEqual([...here.keys()], others.map(({ id }) => id));
    let same = 0;
    for (const claim of others) {
        const { agrees, measured } = here.get(claim.id);
        assert.equal(agrees, claim.agrees, `${claim.id}: ${measured}, natively ${claim.measured}`);
        assert.deepEqual(compared({ ...claim, measured }), compared(claim), claim.id);
        if (measured === claim.measured) same += 1;
        else t.diagnostic(`${claim.id}: ${measured}; natively ${claim.measured}`);
    }
    t.diagnostic(`${others.length} claims, ${same} of them with the same text`);
    assert(same > 0.7 * others.length, "most claims are not about round-off");
});

/** What the gait lab is set to: gaits, floors, stiffnesses. */
const SETTINGS = [
    "",
    "amplitudes=-0.45,0.35,0.25,0.15",
    "amplitudes=1,1,1,1",
    "amplitudes=0.9,-0.6,0.5,-0.8&periods=0.7,0.4,0.5,1.5",
    "phases=0.1,0.2,0.3,0.4",
    "friction=0.5",
    "friction=0",
    "friction=0.9&gravity=-20",
    "ground-gap=1&gravity=-3",
    "passive-stiffness=100000&active-stiffness=300000",
    "iterations=30",
    "gravity=0",
];

const STEPS = 450;
/** Allowed between the two, in m. */
const TOLERANCE = 1e-9;

for (const settings of SETTINGS) {
    test(`the crawl with ${settings || "the notebook's gait"}`, async (t) => {
        const demo = await Demo.open("025-crawl");
        demo.call("demo_configure", settings);
        const centres = [];
        for (let step = 0; step < STEPS; step++) {
            demo.call("demo_advance", "", 1);
            centres.push(demo.frame().centre);
        }
        // The command is the one that the page shows.
        const [command] = demo.call("demo_command").split("\n");
        const { com } = program(...command.split(" ").slice(1));
        assert.equal(com.length, STEPS);
        const differences = com.flatMap(([x, y], step) => {
            const [here_x, here_y] = centres[step];
            return [Math.abs(here_x - x), Math.abs(here_y - y)];
        });
        const largest = Math.max(...differences);
        const last = com[STEPS - 1].map((x) => x.toFixed(3));
        t.diagnostic(`ends at (${last}); largest difference ${largest.toExponential(1)} m`);
        assert(largest <= TOLERANCE, `${largest} m`);
    });
}
