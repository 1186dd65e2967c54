// What a reader does with a demo. Each function gets the tab, the demo's figure and its name, and
// returns sentences about what did not work.

/** What can be done with every demo, in this order. */
export const USES = [
  ["starting", start],
  ["playing", play],
  ["settings", change],
  ["buttons", press],
  ["what it refuses", refuse],
  ["its command", command],
  ["its link", link],
  ["the theme", turnDark],
  ["out of sight", leave],
];

/**
 * Steps per second that a demo reaches at least: those of the screen, unless the reader presses for
 * every step; then each is measured in full, with five products over all triangles.
 */
const LEAST_SPEED = { "025-descent": 20 };

/** What can be done with the picture of one demo. */
export const HANDS = {
  "017-rotation": [["the dial", turnDial]],
  "017-sag": [["the tip", dragTip]],
  "025-crawl": [["hands", pullAndPush], ["the search", search]],
  "025-descent": [["the halves", descend]],
};

const pause = (tab, time = 150) => tab.waitForTimeout(time);

/** The numbers and texts beside the picture. */
const readouts = (figure) => figure.locator(".demo-readouts").innerText();

/** One of them, as a number. */
async function reading(figure, label) {
  const text = await figure.locator(".demo-readouts div", { hasText: label }).locator("dd").innerText();
  return Number(text.replace("\u2212", "-").replace(/,/g, "").match(/[-+]?[\d.]+/)?.[0]);
}

const picture = (figure) => figure.locator("canvas").evaluate((canvas) => canvas.toDataURL());
const complaint = (figure) => figure.locator(".demo-message").innerText();
const button = (figure, name) => figure.getByRole("button", { name, exact: true });

/** The link that the demo copies. */
async function linkOf(tab, figure) {
  await tab.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  await figure.getByRole("button", { name: "Copy link" }).click();
  const copied = () => tab.evaluate(() => navigator.clipboard.readText());
  await changes(tab, copied, "nothing yet");
  return copied();
}

/** Waits until a text is another; resolves to whether it is. */
async function changes(tab, read, before) {
  for (let tries = 0; tries < 40; tries++) {
    if ((await read()) !== before) return true;
    await pause(tab, 50);
  }
  return false;
}

/** Waits until something holds; resolves to whether it does. */
async function becomes(tab, holds) {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return true;
    await pause(tab, 100);
  }
  return false;
}

/** Waits until a text stays the same; resolves to it. */
async function settled(tab, read) {
  for (let last = await read(), tries = 0; ; tries++) {
    await pause(tab, 200);
    const now = await read();
    if (now === last || tries === 20) return now;
    last = now;
  }
}

/** It is set up soon, says what it is, and draws something. */
async function start({ tab, figure }) {
  const faults = [];
  const setUp = await figure.locator(".demo-set-up").innerText();
  const seconds = Number(/[\d.]+/.exec(setUp)?.[0]);
  if (!(seconds <= 2)) faults.push(`"${setUp}": that is too long`);
  const label = await figure.locator("canvas").getAttribute("aria-label");
  if (!(label?.length > 20)) faults.push("the picture has no name");
  const isFocused = await figure.evaluate((figure) => figure.contains(document.activeElement));
  if (!isFocused) faults.push("the keyboard is elsewhere after the start");
  await pause(tab);
  const colors = await figure.locator("canvas").evaluate((canvas) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
    return new Set(new Uint32Array(pixels.buffer)).size;
  });
  if (colors < 5) faults.push("the picture is empty");
  if (await complaint(figure)) faults.push(`complains: ${await complaint(figure)}`);
  return faults;
}

/** It plays, pauses, steps, and goes back to its start. */
async function play({ tab, figure, name }) {
  const faults = [];
  const read = () => readouts(figure);
  if ((await button(figure, "Pause").count()) + (await button(figure, "Play").count()) === 0) {
    return faults;
  }
  if (await button(figure, "Play").count()) await button(figure, "Play").click();
  if (!(await changes(tab, read, await read()))) faults.push("does not play");
  const perSecond = () => reading(figure, "computes");
  if (!(await becomes(tab, async () => (await perSecond()) >= (LEAST_SPEED[name] ?? 60)))) {
    faults.push(`computes ${await perSecond()} steps per second`);
  }
  await button(figure, "Pause").click();
  await pause(tab);
  const paused = await read();
  await pause(tab, 300);
  if ((await read()) !== paused) faults.push("does not pause");
  await button(figure, "Step").click();
  if (!(await changes(tab, read, paused))) faults.push("makes no step");
  const status = await figure.locator(".demo-status").textContent();
  if (!(status.length > 20)) faults.push("says nothing to those who do not see it");
  const draw = () => picture(figure);
  await button(figure, "Reset").click();
  const first = await settled(tab, draw);
  for (let i = 0; i < 20; i++) await button(figure, "Step").click();
  if ((await settled(tab, draw)) === first) faults.push("draws no step");
  await button(figure, "Reset").click();
  if ((await settled(tab, draw)) !== first) faults.push("the start is another after a reset");
  return faults;
}

/** Opens the folds that hold controls. */
async function unfold(figure) {
  for (const fold of await figure.locator(".demo-live details").all()) {
    await fold.evaluate((fold) => (fold.open = true));
  }
}

/** Every slider, by the keyboard, changes its setting, and its field puts it back. */
async function change({ tab, figure }) {
  const faults = [];
  await unfold(figure);
  const here = tab.url();
  const plain = await linkOf(tab, figure);
  for (const slider of await figure.locator("input[type=range]").all()) {
    const name = await slider.getAttribute("data-setting");
    const field = slider.locator("xpath=preceding-sibling::input");
    const label = await slider.getAttribute("aria-label");
    const before = await field.inputValue();
    const isAtEnd = await slider.evaluate(({ value, max }) => Number(value) === Number(max));
    await slider.focus();
    for (let i = 0; i < 3; i++) await tab.keyboard.press(isAtEnd ? "ArrowLeft" : "ArrowRight");
    if (!(await changes(tab, () => field.inputValue(), before))) {
      faults.push(`the slider "${label}" does not move`);
    }
    // A demo may have to set up other spaces first.
    const isTaken = async () => (await linkOf(tab, figure)).includes(`${name}=`);
    if (!(await becomes(tab, isTaken))) faults.push(`the slider "${label}" changes nothing`);
    await field.fill(before);
    await field.press("Enter");
  }
  const isBack = async () => (await linkOf(tab, figure)) === plain;
  if (!(await becomes(tab, isBack))) {
    faults.push(`the fields do not put all of it back: ${await linkOf(tab, figure)}`);
  }
  for (const select of await figure.locator(".demo-controls select").all()) {
    const before = await select.inputValue();
    const values = await select.locator("option").evaluateAll((all) => all.map((o) => o.value));
    await select.selectOption(values.find((value) => value !== before));
    await pause(tab, 300);
    if ((await linkOf(tab, figure)) === plain) faults.push("a choice changes nothing");
    await select.selectOption(before);
    await pause(tab, 300);
    if ((await linkOf(tab, figure)) !== plain) faults.push("a choice cannot be taken back");
  }
  if (tab.url() !== here) faults.push("a key of a slider turns the page");
  if (await complaint(figure)) faults.push(`complains: ${await complaint(figure)}`);
  return faults;
}

/** Every button of the controls can be pressed, by a finger too, and nothing is wrong after it. */
async function press({ tab, figure }) {
  const faults = [];
  const isTouched = await tab.evaluate(() => matchMedia("(pointer: coarse)").matches);
  for (const control of await figure.locator(".demo-live :is(button, select, summary)").all()) {
    const { height } = await control.boundingBox();
    const label = (await control.innerText()).split("\n")[0];
    if (isTouched && height < 43.5) faults.push(`"${label}" is ${height} px high`);
  }
  for (const control of await figure.locator(".demo-controls button").all()) {
    const label = await control.innerText();
    await control.click();
    await pause(tab);
    await tab.waitForFunction((button) => !button.disabled, await control.elementHandle());
    if (await complaint(figure)) faults.push(`"${label}": ${await complaint(figure)}`);
  }
  return faults;
}

/** A number out of range is refused with a sentence that names the setting, and put back. */
async function refuse({ tab, figure }) {
  const faults = [];
  const field = figure.locator("input[type=number]").first();
  const name = await field.getAttribute("data-setting");
  const before = await field.inputValue();
  await field.fill("1e9");
  await field.press("Enter");
  await pause(tab, 300);
  const said = await complaint(figure);
  if (!said.startsWith(`${name}: `)) faults.push(`1e9 for ${name} is answered by "${said}"`);
  await field.evaluate((field) => field.blur());
  if ((await field.inputValue()) !== before) faults.push(`${name} is not put back`);
  return faults;
}

/** The command is one of the program's. */
async function command({ tab, figure }) {
  await unfold(figure);
  const code = figure.locator(".demo-command code");
  await changes(tab, () => code.innerText(), "");
  const text = await code.innerText();
  const isOurs = /^modebook (crawl|beam|descent|float|turn|verify)\b/.test(text);
  return isOurs ? [] : [`the command is "${text}"`];
}

/** A link that is opened shows the settings that it was copied with. */
async function link({ tab, figure, name }) {
  const faults = [];
  const slider = figure.locator("input[type=range]").first();
  await slider.focus();
  await tab.keyboard.press("ArrowLeft");
  await tab.keyboard.press("ArrowLeft");
  await pause(tab, 300);
  const address = await linkOf(tab, figure);
  const fields = (figure) =>
    figure.locator("input[type=number]").evaluateAll((all) => all.map(({ value }) => value).join());
  const other = await tab.context().newPage();
  await other.goto(address);
  const opened = other.locator(`figure[data-demo="${name}"]`);
  await opened.locator(".demo-controls input").first().waitFor({ state: "attached" });
  await pause(other, 700);
  const top = await opened.evaluate((figure) => figure.getBoundingClientRect().top);
  if (Math.abs(top) > 200) faults.push(`a link leads to ${top} px beside the demo`);
  if ((await fields(opened)) !== (await fields(figure))) faults.push("a link shows other settings");
  if ((await linkOf(other, opened)) !== address) faults.push("a link does not lead to itself");
  await other.goto(`${address.replace(/#.*/, "")}&nonsense=1#demo-${name}`);
  await opened.locator(".demo-message.is-complaint").waitFor();
  if (!(await complaint(opened)).includes("nonsense")) faults.push("nonsense in a link is not told");
  await other.close();
  return faults;
}

/** The picture takes the colours of another theme at once. */
async function turnDark({ tab, figure }) {
  if (await button(figure, "Pause").count()) await button(figure, "Pause").click();
  await figure.locator("canvas").scrollIntoViewIfNeeded();
  await pause(tab, 300);
  const before = await picture(figure);
  const [own, other] = await tab.evaluate(() =>
    ["light", "navy"].sort((name) => (document.documentElement.classList.contains(name) ? -1 : 1)),
  );
  const turn = ([from, to]) =>
    tab.evaluate(([from, to]) => document.documentElement.classList.replace(from, to), [from, to]);
  await turn([own, other]);
  const hasTurned = await changes(tab, () => picture(figure), before);
  await turn([other, own]);
  await pause(tab, 300);
  return hasTurned ? [] : ["the picture keeps the colours of the other theme"];
}

/** Nothing is computed while the picture is out of sight. */
async function leave({ tab, figure }) {
  if ((await button(figure, "Play").count()) === 0) return [];
  await figure.locator("canvas").scrollIntoViewIfNeeded();
  await button(figure, "Play").click();
  await tab.evaluate(() => window.scrollTo(0, 0));
  const rests = async () => {
    const before = await readouts(figure);
    await pause(tab, 400);
    return (await readouts(figure)) === before;
  };
  const faults = (await becomes(tab, rests)) ? [] : ["plays out of sight"];
  const before = await readouts(figure);
  await figure.locator("canvas").scrollIntoViewIfNeeded();
  if (!(await changes(tab, () => readouts(figure), before))) faults.push("does not go on in sight");
  await button(figure, "Pause").click();
  return faults;
}

/** Each half of an iteration is told and lowers the energy; the same half again changes nothing. */
async function descend({ tab, figure }) {
  const faults = [];
  await button(figure, "Reset").click();
  const story = () => figure.locator(".demo-story").innerText();
  const iterations = () => reading(figure, "iterations");
  await becomes(tab, async () => (await story()).startsWith("The body is at rest"));
  for (const half of ["Local step", "Global step", "Local step", "Global step"]) {
    const before = await story();
    await button(figure, half).click();
    if (!(await changes(tab, story, before))) faults.push(`${half}: nothing is told`);
    const said = await story();
    if (!said.startsWith(half) || !/fallen/.test(said)) faults.push(`${half}: "${said}"`);
    await button(figure, half).click();
    await pause(tab, 300);
    if (/fallen by [1-9]/.test(await story())) faults.push(`${half} again: "${await story()}"`);
  }
  if ((await iterations()) !== 2) faults.push(`two iterations are told as ${await iterations()}`);
  await button(figure, "Ten iterations").click();
  if (!(await becomes(tab, async () => (await iterations()) === 12))) faults.push("no ten iterations");
  return faults;
}

/** The handle of a dial takes the beam along, and the errors with it. */
async function turnDial({ tab, figure }) {
  const faults = [];
  await button(figure, "Reset").click();
  const canvas = figure.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await canvas.boundingBox();
  // A dial stands in the middle of each half, below a line of text and above the chart.
  const middle = [x + width / 4, y + 38 + (0.7 * height - 38) / 2];
  const radius = (2.3 / 5.2) * Math.min(width / 2, 0.7 * height - 38);
  const on = (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [middle[0] + radius * Math.cos(angle), middle[1] - radius * Math.sin(angle)];
  };
  const angle = () => reading(figure, "angle");
  const misses = async (label) => reading(figure, `${label} misses`);
  await tab.mouse.move(...on(await angle()));
  await tab.mouse.down();
  await tab.mouse.move(...on(150), { steps: 3 });
  await tab.mouse.move(...on(180), { steps: 3 });
  await tab.mouse.up();
  if (!(await becomes(tab, async () => Math.abs((await angle()) - 180) <= 1))) {
    faults.push(`the dial is at ${await angle()} degrees, not at 180`);
  }
  const upsideDown = await misses("LMA");
  await tab.mouse.move(...on(180));
  await tab.mouse.down();
  await tab.mouse.move(...on(45), { steps: 3 });
  await tab.mouse.up();
  await becomes(tab, async () => Math.abs((await angle()) - 45) <= 1);
  if (!((await misses("LMA")) < 0.5 * upsideDown)) {
    faults.push(`LMA misses ${await misses("LMA")} at 45 degrees, ${upsideDown} at 180`);
  }
  return faults;
}

/** The tip follows the pointer and keys, and falls when it is let go. */
async function dragTip({ tab, figure }) {
  const faults = [];
  await figure.getByRole("button", { name: "Everything as in the notebook" }).click();
  const canvas = figure.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const time = () => reading(figure, "time");
  await becomes(tab, async () => (await time()) === 0);
  const { x, y, width, height } = await canvas.boundingBox();
  // The first of the pictures, which show 4.55 m by 5.65 m below a line of text.
  const [across, down] = width < 500 ? [width / 2, height / 2] : [width / 3, 0.64 * height];
  const scale = Math.min(across / 4.55, (down - 22) / 5.65);
  const pixel = (px, py) => [
    x + across / 2 + scale * (px - 0.025),
    y + 22 + (down - 22) / 2 - scale * (py + 1.325),
  ];
  const tip = async () => reading(figure, "full");
  await tab.mouse.move(...pixel(2, -0.25));
  await tab.mouse.down();
  await tab.mouse.move(...pixel(1.2, 1), { steps: 4 });
  if (!(await becomes(tab, async () => (await tip()) > 0.5))) {
    faults.push(`dragged up, the tip is at ${await tip()} m`);
  }
  await tab.mouse.up();
  if (!(await becomes(tab, async () => (await tip()) < -1))) {
    faults.push(`let go, the tip is at ${await tip()} m`);
  }
  const note = await figure.locator(".demo-command .demo-note").innerText();
  if (!/pulled/.test(note)) faults.push(`of the commands is told: "${note}"`);
  await canvas.focus();
  const here = tab.url();
  // All at once: none may be lost that comes before the answer to the first.
  await canvas.evaluate((element) => {
    const press = () => new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true });
    for (let i = 0; i < 40; i++) element.dispatchEvent(press());
  });
  await tab.keyboard.press("ArrowUp");
  if (!(await becomes(tab, async () => (await tip()) > -0.5))) {
    faults.push(`dragged up by keys, the tip is at ${await tip()} m`);
  }
  await tab.keyboard.press("Escape");
  if (!(await becomes(tab, async () => (await tip()) < -1))) {
    faults.push(`let go by a key, the tip is at ${await tip()} m`);
  }
  await tab.keyboard.press("Space");
  await pause(tab, 300);
  if ((await button(figure, "Play").count()) === 0) faults.push("the space bar does not pause");
  if (tab.url() !== here) faults.push("an arrow key turns the page");
  return faults;
}

/** The body follows the pointer, and keys push it. */
async function pullAndPush({ tab, figure }) {
  const faults = [];
  await figure.getByRole("button", { name: "Everything as in the notebook" }).click();
  await button(figure, "Reset").click();
  const canvas = figure.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const here = tab.url();
  await button(figure, "Play").click();
  await becomes(tab, async () => (await reading(figure, "time")) > 1);
  const box = await canvas.boundingBox();
  const start = [box.x + box.width / 2, box.y + 0.22 * box.height];
  const before = await reading(figure, "centre of mass");
  await tab.mouse.move(...start);
  await tab.mouse.down();
  await tab.mouse.move(start[0] + 10, start[1] - 0.3 * box.height, { steps: 4 });
  const height = () => reading(figure, "centre of mass");
  if (!(await becomes(tab, async () => (await height()) > before + 0.2))) {
    faults.push(`pulled up from ${before} m it is at ${await height()} m`);
  }
  await tab.mouse.up();
  await canvas.focus();
  const travel = await reading(figure, "travel");
  await tab.keyboard.down("ArrowRight");
  await tab.keyboard.down("ArrowUp");
  const pushed = () => reading(figure, "travel");
  if (!(await becomes(tab, async () => (await pushed()) > travel + 2))) {
    faults.push(`pushed from ${travel} m it is at ${await pushed()} m`);
  }
  await tab.keyboard.up("ArrowRight");
  await tab.keyboard.up("ArrowUp");
  await tab.keyboard.press("Space");
  await pause(tab, 300);
  if ((await button(figure, "Play").count()) === 0) faults.push("the space bar does not pause");
  if (tab.url() !== here) faults.push("an arrow key turns the page");
  const note = await figure.locator(".demo-command .demo-note").innerText();
  if (!/pulled or pushed/.test(note)) faults.push(`of the command is told: "${note}"`);
  return faults;
}

/** The search finds a gait that goes further than the notebook's, and the body crawls with it. */
async function search({ tab, figure }) {
  const faults = [];
  await figure.getByRole("button", { name: "Search for a gait" }).click();
  const note = figure.locator(".demo-controls .demo-note").first();
  await note.filter({ hasText: "Found" }).waitFor({ timeout: 20_000 });
  const travel = () => reading(figure, "travel");
  if (!(await becomes(tab, async () => (await travel()) > 1))) {
    faults.push(`with the gait that was found it travels ${await travel()} m`);
  }
  await button(figure, "Pause").click();
  await pause(tab, 300);
  const text = await figure.locator(".demo-command code").innerText();
  if (!/--amplitudes .* --steps \d+$/.test(text)) faults.push(`the command is "${text}"`);
  return faults;
}
