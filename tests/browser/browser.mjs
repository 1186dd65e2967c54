// The browser, what goes wrong in it, and what is told of it.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"];
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts the browser of the system. */
export function launch() {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  return chromium.launch({ executablePath, args: FLAGS });
}

let passed = 0;
let failed = 0;

/** Tells what went wrong somewhere, if anything did. */
export function report(where, faults) {
  faults.length ? failed++ : passed++;
  for (const fault of faults) console.log(`FAILED ${where}: ${fault}`);
}

/** Tells how much was right, and sets the exit status. */
export function summary(what) {
  console.log(`${what}: ${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

/** Everything that goes wrong while a page loads and runs, gathered until it is asked for. */
export function watch(page, address) {
  let faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Going to the next page gives up what is still being fetched for this one.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    faults.push(`request failed: ${request.url()} (${request.failure()?.errorText})`);
  });
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(address) || /^(data|blob):/.test(request.url());
    if (!isOwn) faults.push(`asks another host: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  return () => {
    const seen = faults;
    faults = [];
    return [...new Set(seen)];
  };
}
