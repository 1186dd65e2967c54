// What a reader would see wrong on a page as it is drawn. `inspect` runs inside the page and
// returns sentences; it may use nothing from outside itself.

export async function inspect({ formulas }) {
  const faults = [];
  const main = document.querySelector("main");
  if (!main) return ["the page has no <main>"];
  const MATHS = "http://www.w3.org/1998/Math/MathML";
  const TOLERANCE = 1.5; // pixels: positions are rounded

  const excerpt = (text) => text.trim().replace(/\s+/g, " ").slice(0, 50);
  const name = (element) => {
    const classes = typeof element.className === "string" ? element.className.trim() : "";
    const tag = element.localName + (classes && `.${classes.split(/\s+/)[0]}`);
    return `<${tag}> "${excerpt(element.textContent)}"`;
  };
  const fault = (text) => faults.includes(text) || faults.push(text);

  for (const fold of main.querySelectorAll("details")) fold.open = true;
  await document.fonts.ready;

  // Pictures, also those that are fetched late and those inside drawings, and posters.
  const pictures = [
    ...[...main.querySelectorAll("img")].map((image) => image.currentSrc || image.src),
    ...[...main.querySelectorAll("svg image")].map((image) => image.href.baseVal),
    ...[...main.querySelectorAll("video[poster]")].map((video) => video.poster),
  ];
  const loads = (address) =>
    new Promise((done) => {
      const image = new Image();
      image.onload = () => done(image.naturalWidth > 0);
      image.onerror = () => done(false);
      image.src = address;
    });
  for (const address of new Set(pictures)) {
    if (!(await loads(address))) fault(`the picture ${address.slice(0, 100)} does not load`);
  }

  // Maths and directives.
  const prose = main.cloneNode(true);
  prose.querySelectorAll("code, pre, script, style, annotation").forEach((e) => e.remove());
  const raw = prose.textContent.match(/\$[^$]+\$|\$\$|\{\{#[^}]*/);
  if (raw) fault(`left unrendered: ${excerpt(raw[0])}`);
  for (const error of main.querySelectorAll("merror")) fault(`a formula is an error: ${name(error)}`);
  const drawn = [...main.querySelectorAll("math")].filter((math) => {
    return math.namespaceURI === MATHS && math.getBoundingClientRect().width > 0;
  });
  if (drawn.length < formulas) {
    fault(`the source has ${formulas} formulas, the page shows ${drawn.length}`);
  }

  // The page does not scroll sideways.
  for (const element of [document.documentElement, document.body, main.closest(".content")]) {
    const [inside, outside] = [element.scrollWidth, element.clientWidth];
    if (inside > outside) fault(`the page scrolls sideways: ${inside} > ${outside}`);
  }

  // Nothing reaches out of a box around it, unless that box scrolls; then the box itself must fit.
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const scrolls = (element) => ["auto", "scroll"].includes(styleOf(element).overflowX);
  const isBox = (element) => {
    const flows = ["inline", "contents"].includes(styleOf(element).display);
    return element instanceof HTMLElement && !flows;
  };
  const checkPlace = (rect, innermost, what) => {
    for (let box = innermost; box !== main.parentElement; box = box.parentElement) {
      if (!isBox(box)) continue;
      if (scrolls(box)) return;
      const { left, right } = box.getBoundingClientRect();
      const over = Math.max(rect.right - right, left - rect.left);
      if (over > TOLERANCE) {
        fault(`${what} sticks out of ${name(box)} by ${Math.round(over)} px`);
        return;
      }
    }
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE;
    const element = isText ? node.parentElement : node;
    const inner = element.parentElement.closest("math, svg, .buttons");
    if (inner || !element.checkVisibility({ visibilityProperty: true })) {
      if (!isText && element.localName === "text" && inner?.localName === "svg") {
        const [label, drawing] = [element, inner].map((e) => e.getBoundingClientRect());
        const over = Math.max(label.right - drawing.right, drawing.left - label.left);
        if (over > TOLERANCE) fault(`the label "${excerpt(node.textContent)}" is cut off`);
      }
    } else if (isText) {
      if (!node.data.trim() || element.matches("script, style")) continue;
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        checkPlace(rect, element, `"${excerpt(node.data)}"`);
      }
    } else if (element.matches("math, svg, img, video, table, pre, input") || scrolls(element)) {
      checkPlace(element.getBoundingClientRect(), element.parentElement, name(element));
      const isCut = element.scrollHeight > element.clientHeight + TOLERANCE;
      if (scrolls(element) && isCut) {
        fault(`${name(element)} is cut off: ${element.scrollHeight} > ${element.clientHeight}`);
      }
    }
  }
  return faults;
}

/** What would be wrong with the page on paper; runs inside the page, which is shown as printed. */
export function inspectPrint() {
  const faults = [];
  const main = document.querySelector("main");
  if (!main) return [];
  for (const fold of main.querySelectorAll("details")) fold.open = false;
  const seen = (element) => element.checkVisibility({ contentVisibilityAuto: true });
  const shown = (selector) => [...main.querySelectorAll(selector)].some(seen);
  for (const selector of ["form.check", "video", ".start", ".buttons"]) {
    if (shown(selector)) faults.push(`on paper: ${selector} is of no use`);
  }
  for (const fold of main.querySelectorAll("details")) {
    if (!seen(fold.lastElementChild)) faults.push("on paper: an answer stays folded");
  }
  for (const demo of main.querySelectorAll(".demo:has(video)")) {
    if (![...demo.querySelectorAll("img")].some(seen)) {
      faults.push("on paper: a film leaves no picture");
    }
  }
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const brightness = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = canvas.getImageData(0, 0, 1, 1).data;
    return opacity === 0 ? 1 : (0.3 * red + 0.6 * green + 0.1 * blue) / 255;
  };
  for (const element of main.querySelectorAll("p, li, h1, h2, td, th, a, math, code, code span")) {
    const { color, backgroundColor } = getComputedStyle(element);
    if (brightness(color) > 0.45 || brightness(backgroundColor) < 0.8) {
      const text = element.textContent.trim().slice(0, 40);
      faults.push(`on paper: "${text}" is ${color} on ${backgroundColor}`);
    }
  }
  return [...new Set(faults)].slice(0, 10);
}
