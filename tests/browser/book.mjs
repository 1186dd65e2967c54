// Opens every page of the built book in Chromium, as readers do: on a wide and a narrow screen, in
// a light and a dark theme.
//
// Usage: node book.mjs [FOLDER OF THE BUILT BOOK] [PART OF THE NAMES OF THE PAGES TO OPEN]

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, report, summary, watch } from "./browser.mjs";
import { inspect, inspectPrint } from "./inspect.mjs";
import { USES, search } from "./read.mjs";
import { serve } from "./server.mjs";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
const BUILT = resolve(process.argv[2] ?? join(ROOT, "target/book"));
const PART = process.argv[3] ?? "";
const SOURCES = join(ROOT, "book/src");

/** A wide screen and a phone. */
const WIDTHS = [1280, 390];
const THEMES = ["light", "navy"];
/** Where it is also looked at what a printer would get. */
const PRINTED = { width: 1280, theme: "navy" };
/** Pages that no link leads to. */
const UNLINKED = ["print.html", "404.html"];
/** No pages: the contents for readers without scripts; source and documentation of the crate. */
const NO_PAGE = /^(toc\.html|generated\/)/;

/** Formulas in the Markdown of a page: what stands between dollars, outside code. */
function formulas(page) {
  const file = join(SOURCES, page === "index.html" ? "introduction.md" : page.replace(/html$/, "md"));
  if (!existsSync(file)) return 0;
  const prose = readFileSync(file, "utf8").replace(/```[^]*?```|`[^`]*`/g, "");
  return (prose.match(/\$\$[^]+?\$\$|\$[^$]+\$/g) ?? []).length;
}

/**
 * Opens pages one after the other on a screen of some width, in a theme. Whoever is the first to
 * read also follows the links to pages that are not on the list, and does what can be done there.
 */
async function read(browser, address, { width, theme, pages, isFirst }) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.addInitScript((name) => {
    localStorage.setItem("mdbook-theme", name);
    window.print = () => {}; // print.html calls it
  }, theme);
  const tab = await context.newPage();
  const faultsSeen = watch(tab, address);
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i];
    if (!page.includes(PART) && page !== pages[0]) continue;
    await tab.goto(address + page, { waitUntil: "load" });
    if (isFirst) {
      pages.push(...(await linked(tab, address)).filter((found) => !pages.includes(found)));
    }
    if (!page.includes(PART)) continue;
    const faults = await tab.evaluate(inspect, { formulas: formulas(page) });
    if (theme === PRINTED.theme && width === PRINTED.width) {
      await tab.emulateMedia({ media: "print" });
      faults.push(...(await tab.evaluate(inspectPrint)));
      await tab.emulateMedia({ media: "screen" });
    }
    report(`${page} at ${width} px, ${theme}`, [...faultsSeen(), ...faults]);
    if (!isFirst || page === "print.html") continue;
    for (const [things, use] of USES) {
      const count = await tab.locator(things).count();
      if (count) report(`${page}, ${count} ${things}`, [...(await use(tab)), ...faultsSeen()]);
    }
  }
  if (isFirst) {
    await tab.goto(address);
    report("the search", [...(await search(tab)), ...faultsSeen()]);
  }
  await context.close();
}

/** Pages of the book that a page links to. */
async function linked(tab, address) {
  const links = await tab.evaluate(() => [...document.links].map((link) => link.href));
  const pages = links
    .filter((link) => link.startsWith(address))
    .map((link) => link.slice(address.length).replace(/[#?].*$/, ""))
    .filter((path) => path.endsWith(".html") && !NO_PAGE.test(path));
  return [...new Set(pages)];
}

if (!existsSync(join(BUILT, "index.html"))) {
  throw new Error(`${BUILT} holds no book: run \`cargo run --release -- book build\` first`);
}
const { address, stop } = await serve(BUILT);
const browser = await launch();
const pages = ["index.html", ...UNLINKED];
const [first, ...others] = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme, pages })));
await read(browser, address, { ...first, isFirst: true });
await Promise.all(others.map((reader) => read(browser, address, reader)));
await browser.close();
stop();
summary(`${pages.filter((page) => page.includes(PART)).length} pages`);
