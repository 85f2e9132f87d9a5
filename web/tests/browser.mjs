// Debian's Chromium, a page in it, and what every test asks of a page: no error on the console, and
// nothing of a stranger's that ran or became markup.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Against hangs only: other programs may keep every core busy.
export const PATIENCE_MS = 120_000;
export const pictures = new URL("../../build/web/", import.meta.url).pathname;

export async function launch() {
  const path = [process.env.ASSAY_CHROMIUM, "/usr/bin/chromium"].find((each) => each && existsSync(each));
  if (!path) throw new Error("no /usr/bin/chromium: scripts/install-deps.sh web, or ASSAY_CHROMIUM");
  mkdirSync(pictures, { recursive: true });
  return chromium.launch({ executablePath: path, timeout: PATIENCE_MS });
}

// `expected`: messages of the console that the test provokes.
export async function open(browser, url, options = {}, expected = []) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript({ content: AXE });
  const page = await context.newPage();
  const errors = [];
  const strangers = [];
  page.on("console", (message) => {
    const text = `${message.type()}: ${message.text()} ${message.location()?.url ?? ""}`;
    if (!["error", "warning"].includes(message.type())) return;
    if (!expected.some((each) => text.includes(each))) errors.push(text);
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) strangers.push(request.url());
  });
  await page.goto(url);
  return {
    page,
    go: async (place) => {
      await page.evaluate((hash) => (location.hash = hash), `#/${place}`);
      await settled(page);
    },
    finish: async () => {
      await clean(page);
      assert.deepEqual(errors, [], "errors on the console");
      assert.deepEqual(strangers, [], "requests to others");
      await context.close();
    },
  };
}

// Until what was asked for is there.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("main .panel") && !document.querySelector("main .loading"));
}

// Nothing of what strangers wrote runs, or is an element, or leads anywhere but to this server.
export async function clean(page) {
  const found = await page.evaluate(() => ({
    owned: window.__owned ?? null,
    inherited: Object.keys(Object.prototype),
    elements: [...document.querySelectorAll(
      "main img, main script, main iframe, main object, main embed, main style, main base, main math, " +
      "main form[action], main a[onfocus], main [onerror], main [onload], main [onmouseover]")]
      .map((each) => each.outerHTML.slice(0, 200)),
    links: [...document.querySelectorAll("main a")].map((each) => each.href)
      .filter((href) => !/^https?:/.test(href)),
  }));
  assert.deepEqual(found, { owned: null, inherited: [], elements: [], links: [] });
}

// No finding of axe that is serious or critical.
export async function accessible(page, what) {
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const bad = result.violations
    .filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(bad, [], `axe on ${what}`);
}

// Waits until the page says that; one that doesn't is told with what it says instead.
export async function says(page, words) {
  try {
    await page.getByText(words).first().waitFor();
  } catch (error) {
    await picture(page, "says-something-else");
    const instead = await page.locator("body").innerText();
    throw new Error(`${page.url()} doesn't say "${words}" but: ${instead.slice(0, 2000)}`, { cause: error });
  }
}

export async function picture(page, name) {
  await page.screenshot({ path: `${pictures}${name}.png`, fullPage: true });
}
