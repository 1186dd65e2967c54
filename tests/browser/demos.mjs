// Runs every demo of the built book in Chromium, on a wide screen and on a phone, and uses all that
// can be used in it.
//
// Usage: node demos.mjs [FOLDER OF THE BUILT BOOK] [PART OF THE NAMES OF THE DEMOS TO RUN]

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BREAKAGES } from "./break.mjs";
import { launch, report, summary, watch } from "./browser.mjs";
import { inspect } from "./inspect.mjs";
import { HANDS, USES } from "./operate.mjs";
import { serve } from "./server.mjs";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
const BUILT = resolve(process.argv[2] ?? join(ROOT, "target/book"));
const PART = process.argv[3] ?? "";

const SCREENS = [
  { theme: "light", options: { viewport: { width: 1280, height: 900 } } },
  {
    theme: "navy",
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
];

/** Demos of the book: their names, and the pages that they are on. */
function demos() {
  const files = readdirSync(BUILT, { recursive: true });
  const pages = files.filter((file) => file.endsWith(".html") && !/^(print|generated)/.test(file));
  return pages.flatMap((page) => {
    const html = readFileSync(join(BUILT, page), "utf8");
    const found = html.matchAll(/<figure [^>]*data-demo="([^"]*)" data-live/g);
    return [...found].map(([, name]) => ({ name, page }));
  });
}

/** Opens a page on a screen; resolves to its tab. */
async function openTab(browser, { theme, options }) {
  const context = await browser.newContext(options);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript((name) => localStorage.setItem("mdbook-theme", name), theme);
  return context.newPage();
}

async function run(browser, address, { name, page }, screen) {
  const tab = await openTab(browser, screen);
  const faultsSeen = watch(tab, address);
  const where = `${name} at ${screen.options.viewport.width} px, ${screen.theme}`;
  await tab.goto(address + page);
  const figure = tab.locator(`figure[data-demo="${name}"]`);
  await figure.locator("button.start").click();
  try {
    await figure.locator(".demo-readouts dd").first().waitFor({ timeout: 20_000 });
  } catch {
    report(where, ["does not start", ...faultsSeen()]);
    return;
  }
  for (const [what, use] of [...USES, ...(HANDS[name] ?? [])]) {
    report(`${where}: ${what}`, [...(await use({ tab, figure, name })), ...faultsSeen()]);
  }
  report(`${where}: how it looks`, await tab.evaluate(inspect, { formulas: 0 }));
  await figure.getByRole("button", { name: "Show the film" }).click();
  const isBack = await figure.locator("button.start").isVisible();
  const isGone = (await figure.locator("canvas").count()) === 0;
  report(`${where}: closing`, isBack && isGone ? faultsSeen() : ["the film does not come back"]);
  await tab.context().close();
}

/** Breaks a demo in every way. */
async function breakDemo(browser, address, { name, page }) {
  for (const [what, use] of BREAKAGES) {
    const tab = await openTab(browser, SCREENS[0]);
    await tab.goto(address + page);
    report(`${name}, ${what}`, await use(tab, tab.locator(`figure[data-demo="${name}"]`)));
    await tab.context().close();
  }
}

if (!existsSync(join(BUILT, "index.html"))) {
  throw new Error(`${BUILT} holds no book: run \`cargo run --release -- book build\` first`);
}
const found = demos().filter(({ name }) => name.includes(PART));
if (found.length === 0) {
  throw new Error(`${BUILT} holds no demo: run demos/build, then build the book again`);
}
const { address, stop } = await serve(BUILT);
const browser = await launch();
for (const demo of found) {
  for (const screen of SCREENS) await run(browser, address, demo, screen);
}
// Whatever plays can stop; how it is told is the same for all.
const playing = found.find(({ name }) => /crawl|sag/.test(name));
if (playing) await breakDemo(browser, address, playing);
await browser.close();
stop();
summary(`${found.length} demos`);
