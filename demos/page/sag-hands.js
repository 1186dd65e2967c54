// What a reader does to the beams that sag: drag the tip by the pointer or by keys.

/** How near to a tip the pointer grabs it, in pixels: fingers are thick. */
const REACH = { mouse: 18, touch: 32 };
/** Arrow keys, and where they drag the tip, in m. */
const DRAGS = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };

/** Listens to pointers and keys on the canvas; `views` are those of the beams. */
export function listen(canvas, demo, views) {
    let held = null;
    const place = (event) => {
        const { left, top } = canvas.getBoundingClientRect();
        return [event.clientX - left - canvas.clientLeft, event.clientY - top - canvas.clientTop];
    };
    const tipOf = (space) => {
        const { scene, frame } = demo.state;
        const positions = [frame.full, frame.modal, frame.skinning][space];
        return positions.subarray(2 * scene.tip[0], 2 * scene.tip[0] + 2);
    };
    /** The space whose tip is within reach, or -1. */
    const reached = (event, reach) => {
        if (!demo.state) return -1;
        const [x, y] = place(event);
        return views.findIndex((view, space) => {
            const tip = tipOf(space);
            return Math.hypot(view.x(tip[0]) - x, view.y(tip[1]) - y) < reach;
        });
    };
    const release = () => {
        if (held === null) return;
        held = null;
        demo.act("release");
    };

    // A finger on a tip drags it, beside it the page.
    const keepPage = (event) => {
        if (event.touches.length === 1 && reached(event.touches[0], REACH.touch) >= 0) {
            event.preventDefault();
        }
    };
    canvas.addEventListener("touchstart", keepPage, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
        if (!event.isPrimary || event.button !== 0) return;
        const space = reached(event, event.pointerType === "mouse" ? REACH.mouse : REACH.touch);
        if (space < 0) return;
        canvas.setPointerCapture(event.pointerId);
        held = space;
        demo.act(`grab ${space} ${views[space].plane(place(event)).join(" ")}`);
        demo.play();
    });
    canvas.addEventListener("pointermove", (event) => {
        if (held === null) {
            canvas.style.cursor = reached(event, REACH.mouse) >= 0 ? "grab" : "";
            return;
        }
        const point = views[held].plane(place(event));
        demo.act(`drag ${point.join(" ")}`, { replaces: true });
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        canvas.addEventListener(end, release);
    }

    // By keys the tip is dragged from where it is in the full space.
    let dragged = null;
    let isGrabbing = false;
    const letGo = () => {
        if (dragged === null) return;
        dragged = null;
        demo.act("release");
    };
    canvas.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || !demo.state) return;
        if (event.key === " ") {
            event.preventDefault();
            if (demo.isPlaying) demo.pause();
            else demo.play();
        } else if (event.key === "Escape") {
            letGo();
        } else if (event.key in DRAGS) {
            event.preventDefault();
            // A reset lets go as well; no hand is seen, too, until a grab is answered.
            if (dragged === null || (!isGrabbing && demo.state.frame.hand.length === 0)) {
                dragged = [...tipOf(0)];
                isGrabbing = true;
                demo.act(`grab 0 ${dragged.join(" ")}`).then(() => (isGrabbing = false));
            }
            dragged = dragged.map((x, axis) => x + DRAGS[event.key][axis]);
            demo.act(`drag ${dragged.join(" ")}`, { replaces: true });
            demo.play();
        }
    });
    canvas.addEventListener("blur", letGo);
}
