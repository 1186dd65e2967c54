// Links that carry settings: `PAGE.html?demo=NAME&friction=0.5#demo-NAME`.

/** The settings that the page's address carries for a demo, or null. */
export function settingsInAddress(name) {
    const given = [...new URLSearchParams(window.location.search)];
    const start = given.findIndex(([key, value]) => key === "demo" && value === name);
    if (start < 0) return null;
    return given.slice(start + 1).map(([key, value]) => `${key}=${value}`).join("&");
}

/** The address of this page with a demo's settings. */
export function linkTo(name, settings) {
    const page = window.location.href.replace(/[?#].*$/s, "");
    return `${page}?demo=${name}${settings && `&${settings}`}#demo-${name}`;
}

/** Copies a text; returns whether the browser let us. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}
