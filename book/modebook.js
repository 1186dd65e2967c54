// What a page does beside being read: it checks the numbers of exercises, starts demos, shows where
// something can be scrolled, and unfolds answers for the printer. Without it nothing is missing but
// that.

(() => {
    "use strict";

    /** A number as people type it, with a decimal comma or a minus sign, and the unit after it. */
    function read(text) {
        const plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(",", ".");
        const parts = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i.exec(plain);
        return parts && { digits: parts[1], value: Number(parts[1]), unit: parts[2] };
    }

    /** How many digits of a typed number count; an integer may end in zeros that do not. */
    function significantDigits(digits) {
        const mantissa = digits.replace(/e.*$/i, "");
        const counted = mantissa.replace(/[^\d.]/g, "").replace(".", "").replace(/^0+/, "").length;
        const zeros = mantissa.includes(".") ? 0 : /0*$/.exec(mantissa)[0].length;
        return [counted, counted - zeros];
    }

    /** Whether a typed number is the answer, and a sentence that says so or what is wrong. */
    function judge(text, { answer, tolerance, unit }) {
        const typed = read(text);
        if (!typed) {
            return ["unread", "That is not a number: type the one that the command prints."];
        }
        if (unit && typed.unit && typed.unit !== unit) {
            return ["unread", `The number is asked for in ${unit}.`];
        }
        const { value, digits } = typed;
        const isNear = (x) => Math.abs(x - answer) <= tolerance * 1.000001;
        if (isNear(value)) {
            return ["right", "Right."];
        }
        const rounded = significantDigits(digits).filter(
            (count) => count >= 1 && value !== 0 && Number(answer.toPrecision(count)) === value,
        );
        if (rounded.some((count) => count >= 2)) {
            return ["right", "Right, but rounded more coarsely than the command prints it."];
        }
        if (rounded.length > 0) {
            return ["wrong", "Right as far as it goes, but give at least two digits."];
        }
        if (isNear(-value)) {
            return ["wrong", "The size is right, the sign is not."];
        }
        const powers = [1, 2, 3, 4, 5, 6].flatMap((power) => [10 ** power, 10 ** -power]);
        if (powers.some((factor) => Math.abs(value * factor - answer) <= 0.005 * Math.abs(answer))) {
            return ["wrong", "The digits are right, the decimal point is not."];
        }
        return ["wrong", value < answer ? "No: that is too low." : "No: that is too high."];
    }

    for (const form of document.querySelectorAll("form.check")) {
        const input = form.querySelector("input");
        const output = form.querySelector("output");
        const { answer, tolerance, unit = "" } = form.dataset;
        const expected = { answer: Number(answer), tolerance: Number(tolerance), unit };
        form.hidden = false;
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const [state, sentence] = judge(input.value, expected);
            form.dataset.state = state;
            output.textContent = sentence;
        });
        // A verdict belongs to the number that it was about.
        input.addEventListener("input", () => {
            delete form.dataset.state;
            output.textContent = "";
        });
    }

    /** Has a demo take the place of its film; if it cannot be loaded, says what to do. */
    async function runLive(figure, button, note) {
        button.disabled = true;
        note.hidden = true;
        try {
            const { mount } = await import(new URL(figure.dataset.live, document.baseURI));
            button.disabled = false;
            await mount(figure);
        } catch (error) {
            button.disabled = false;
            note.hidden = false;
            note.textContent = window.location.protocol === "file:"
                ? "A page that is opened as a file cannot load its demo: run mdbook serve book, or "
                    + "modebook book serve, and open the address that it prints."
                : `The demo could not be loaded (${error.message}): reload the page to try again.`;
        }
    }

    // A demo that has been built starts when it is asked to, by a button or by the link that opened
    // the page. Nothing runs on the page that holds the whole book, for the printer.
    const asked = new URLSearchParams(window.location.search).get("demo");
    const isWholeBook = window.location.pathname.endsWith("/print.html");
    for (const figure of document.querySelectorAll("figure.demo[data-live]")) {
        if (typeof WebAssembly !== "object" || isWholeBook) {
            continue;
        }
        const [button, note] = ["button", "p"].map((name) => document.createElement(name));
        button.type = "button";
        button.className = "start";
        button.textContent = "Run it live";
        note.className = "start-note";
        note.setAttribute("role", "alert");
        note.hidden = true;
        figure.querySelector("figcaption").before(button, note);
        button.addEventListener("click", () => runLive(figure, button, note));
        if (figure.dataset.demo === asked) {
            runLive(figure, button, note).then(() => figure.scrollIntoView());
        }
    }

    // A box that is narrower than what it holds says on which side there is more, and can be
    // scrolled from the keyboard.
    for (const box of document.querySelectorAll(".equation, .table-wrapper, pre > code")) {
        const update = () => {
            const hidden = box.scrollWidth - box.clientWidth;
            box.classList.toggle("more-left", box.scrollLeft > 2);
            box.classList.toggle("more-right", box.scrollLeft < hidden - 2);
            if (hidden > 2) {
                box.tabIndex = 0;
            } else {
                box.removeAttribute("tabindex");
            }
        };
        box.addEventListener("scroll", update, { passive: true });
        new ResizeObserver(update).observe(box);
    }

    // On paper nothing can be unfolded.
    let folded = [];
    window.addEventListener("beforeprint", () => {
        folded = [...document.querySelectorAll("main details:not([open])")];
        folded.forEach((fold) => fold.open = true);
    });
    window.addEventListener("afterprint", () => folded.forEach((fold) => fold.open = false));
})();
