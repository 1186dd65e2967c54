// What the gait lab lets a reader do with the body: pull it by the pointer, push it by keys.

import { distanceTo } from "./drawing.js";

/** How near to the body the pointer grabs it, in m. */
const REACH = 0.15;
/** Arrow keys, and where they push. */
const PUSHES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Listens to pointers and keys on the canvas. */
export function listen(canvas, demo, camera) {
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
    const keepPage = (event) => {
        if (event.touches.length === 1 && reaches(event.touches[0])) event.preventDefault();
    };
    canvas.addEventListener("touchstart", keepPage, { passive: false });
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
        const sum = [0, 1].map((axis) =>
            [...pressed].reduce((total, key) => total + PUSHES[key][axis], 0),
        );
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
