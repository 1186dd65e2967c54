// What a reader does on a page besides reading it: unfolds answers, checks numbers, plays films,
// searches. Each function returns sentences about what did not work.

/** What can be done on a page: what it is done with, and how. */
export const USES = [
  ["main details", unfold],
  ["form.check", checkNumbers],
  ["main video", playFilms],
  ["figure.demo[data-live]", findStarts],
];

/** Every fold opens and closes from the keyboard, and what it hides is then to be seen. */
async function unfold(tab) {
  const faults = [];
  for (const fold of await tab.locator("main details").all()) {
    const summary = fold.locator("summary").first();
    const text = await fold.evaluate((element) => element.textContent.trim().slice(0, 60));
    await fold.evaluate((element) => (element.open = false));
    await summary.focus();
    const isOpenAfter = [];
    for (const key of ["Enter", "Space"]) {
      await tab.keyboard.press(key);
      isOpenAfter.push(
        await fold.evaluate((element) => {
          const hidden = element.querySelector("summary ~ *");
          return element.open && document.activeElement.localName === "summary" &&
            Boolean(hidden?.checkVisibility({ contentVisibilityAuto: true }));
        }),
      );
    }
    const [opens, staysOpen] = isOpenAfter;
    if (!opens) faults.push(`the fold "${text}" does not open at a key, or hides nothing`);
    if (staysOpen) faults.push(`the fold "${text}" does not close at a key`);
  }
  return faults;
}

/** Every exercise shows its field, and says of numbers whether they are the answer. */
async function checkNumbers(tab) {
  const faults = [];
  for (const form of await tab.locator("form.check").all()) {
    const data = await form.evaluate(({ dataset: { ...data } }) => data);
    const [answer, tolerance] = [Number(data.answer), Number(data.tolerance)];
    const input = form.locator("input");
    if (!(await input.isVisible()) || !Number.isFinite(answer) || !(tolerance > 0)) {
      faults.push(`an exercise shows no field or knows no answer: ${JSON.stringify(data)}`);
      continue;
    }
    const unit = data.unit ? ` ${data.unit}` : "";
    const spelled = data.answer.replace("-", "\u2212").replace(".", ",");
    const tries = [
      ["right", data.answer],
      ["right", spelled + unit],
      ["wrong", String(answer + 20 * tolerance + Math.abs(answer))],
      ["wrong", String(-answer - 20 * tolerance)],
      ["unread", "much"],
      ["unread", ""],
    ];
    const coarse = answer.toPrecision(2);
    if (Number(coarse) !== 0) tries.push(["right", coarse]);
    for (const [expected, text] of tries) {
      await input.fill(text);
      await input.press("Enter");
      const state = await form.getAttribute("data-state");
      const said = await form.locator("output").textContent();
      if (state !== expected || said.length < 5) {
        faults.push(`the exercise ${data.answer}: "${text}" is ${state} ("${said}")`);
      }
    }
    const live = await form.locator("output").getAttribute("aria-live");
    if (live !== "polite") faults.push("what an exercise says is not announced");
  }
  return faults;
}

/** Every film waits until it is asked for, and then plays. */
async function playFilms(tab) {
  const faults = [];
  for (const film of await tab.locator("main video").all()) {
    await film.scrollIntoViewIfNeeded();
    const found = await film.evaluate(async (video) => {
      const faults = [];
      if (!video.controls) faults.push("has no controls");
      if (!video.poster) faults.push("has no poster");
      if (video.autoplay || !video.paused) faults.push("plays by itself");
      if (!video.closest("figure.demo")?.querySelector("figcaption")?.textContent.trim()) {
        faults.push("has no caption");
      }
      try {
        video.muted = true;
        const pause = (time) => new Promise((done) => setTimeout(done, time));
        // What cannot be decoded may leave a promise that is never kept.
        await Promise.race([video.play(), pause(5000)]);
        for (let tries = 0; video.currentTime === 0 && tries < 100; tries++) await pause(20);
        if (video.currentTime === 0) faults.push("does not advance");
        if (video.videoWidth === 0) faults.push("has no picture");
        video.pause();
      } catch (error) {
        faults.push(`does not play: ${error.message}`);
      }
      return faults.map((text) => `the film ${video.currentSrc.split("/").pop()} ${text}`);
    });
    faults.push(...found);
  }
  return faults;
}

/** Every demo waits behind a button below its film, big enough for a finger. */
async function findStarts(tab) {
  const faults = [];
  for (const figure of await tab.locator("figure.demo[data-live]").all()) {
    const button = figure.locator("button.start");
    const name = await figure.getAttribute("data-demo");
    const box = (await button.count()) === 1 && (await button.boundingBox());
    if (!box) faults.push(`the demo ${name} cannot be started`);
    else if (box.height < 44) faults.push(`the button of the demo ${name} is ${box.height} px high`);
  }
  return faults;
}

/** The search box finds pages, and one of them can be opened. */
export async function search(tab) {
  await tab.keyboard.press("s");
  await tab.locator("#mdbook-searchbar").pressSequentially("skinning");
  const results = tab.locator("#mdbook-searchresults li a");
  try {
    await results.first().waitFor({ timeout: 5000 });
  } catch {
    return ["the search finds nothing"];
  }
  const count = await results.count();
  await results.first().click();
  await tab.waitForLoadState();
  const marks = await tab.locator("main mark").count();
  return count > 3 && marks > 0 ? [] : [`the search finds ${count} places, ${marks} words in the first`];
}
