// What a demo does when something breaks: it says so, and starts again when it is asked to.

/** What can break. Each function gets a tab with the demo's page open, and the demo's figure. */
export const BREAKAGES = [
  ["a server that does not know what WebAssembly is", unknownType],
  ["a module that is missing", missingModule],
  ["a module that stops", stoppedModule],
];

const begin = (figure) => figure.locator("button.start").click();
const runs = (figure) => figure.locator(".demo-readouts dd").first().waitFor({ timeout: 20_000 });

/** The complaint, once there is one. */
async function complaint(figure) {
  const message = figure.locator(".demo-message.is-complaint");
  await message.waitFor({ timeout: 20_000 });
  return message.innerText();
}

/** After the complaint a new start helps. */
async function startAgain(tab, figure) {
  await tab.unrouteAll();
  await figure.getByRole("button", { name: "Start again" }).click();
  try {
    await figure.locator(".demo-message:empty").waitFor({ state: "attached", timeout: 20_000 });
    return [];
  } catch {
    return [`started again it says "${await figure.locator(".demo-message").innerText()}"`];
  }
}

async function unknownType(tab, figure) {
  await tab.route("**/demos.wasm", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-type": "application/octet-stream" };
    await route.fulfill({ response, headers });
  });
  await begin(figure);
  await runs(figure);
  await tab.unrouteAll();
  return [];
}

async function missingModule(tab, figure) {
  await tab.route("**/demos.wasm", (route) => route.fulfill({ status: 404, body: "not found" }));
  await begin(figure);
  const said = await complaint(figure);
  const faults = /stopped.*demos\.wasm.*404/.test(said) ? [] : [`says "${said}"`];
  return [...faults, ...(await startAgain(tab, figure))];
}

/** Stands for a panic: the module's functions end with the error that a trap is. */
async function stoppedModule(tab, figure) {
  await tab.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const trap = 'throw new WebAssembly.RuntimeError("unreachable executed");';
    await route.fulfill({ response, body: script.replace('call("demo_advance"', `${trap}$&`) });
  });
  await begin(figure);
  const said = await complaint(figure);
  const faults = /stopped/.test(said) ? [] : [`says "${said}"`];
  return [...faults, ...(await startAgain(tab, figure))];
}
