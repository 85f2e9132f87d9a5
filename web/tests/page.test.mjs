// The page against a server of seeded data: every page, every kind of finding, ten thousand rows,
// hostile text in every field. Pictures are left in build/web/.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { accessible, clean, launch, open, PATIENCE_MS, picture, settled } from "./browser.mjs";
import { start } from "./fake_server.mjs";
import { HOSTILE } from "./hostile.mjs";
import { KINDS, LOG_LINES, PROBLEMS } from "./seed.mjs";

const PAGES = ["overview", "runs", "problems", "verdicts", "sandboxes", "nodes", "logs"];
const options = { timeout: 10 * PATIENCE_MS };
let browser;
let server;

before(async () => {
  browser = await launch();
  server = await start();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const at = (hash = "") => `${server.url}ui/${hash}`;
// Details whose names are hostile, one after the other.
const detailsOf = (kind) => HOSTILE.map((text) => `${kind}/${encodeURIComponent(text)}`);

for (const scheme of ["light", "dark"]) {
  for (const width of [1360, 400]) {
    test(`every page is accessible: ${scheme}, ${width} px`, options, async () => {
      const viewport = { width, height: 900 };
      const { page, go, finish } = await open(browser, at(), { colorScheme: scheme, viewport });
      await settled(page);
      const verdict = server.data.verdicts[13].id;
      const details = [`verdicts/${verdict}`, `problems/${server.data.problems[40].problem}`, "runs/grpo-qwen-7b-60"];
      for (const place of [...PAGES, ...details]) {
        await go(place);
        const name = `${place.split("/").map((part) => part.slice(0, 12)).join("-")}-${scheme}-${width}`;
        await picture(page, name);
        await accessible(page, name);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the screen`);
      }
      await finish();
    });
  }
}

test("hostile text is text everywhere", options, async () => {
  const { page, go, finish } = await open(browser, at());
  for (const place of [...PAGES, ...detailsOf("runs"), ...detailsOf("problems").slice(0, 6)]) {
    await go(place);
    await clean(page);
  }
  for (let i = 0; i < HOSTILE.length; ++i) {
    await go(`verdicts/${server.data.verdicts[i].id}`);
    await clean(page);
    const text = await page.locator("main").innerText();
    const message = server.data.verdicts[i].message;
    // As it was written, but for marks that would be obeyed instead of shown.
    if (/^[\x20-\x7e]*$/.test(message)) assert.ok(text.includes(message), message);
    else assert.ok(!/[\u202e\u0000\u001b]/.test(text), "an obeyed mark");
  }
  await go("verdicts?problem=" + encodeURIComponent(HOSTILE[0]) + "&run=%22%3E%3Cimg%20src=x%20onerror=window.__owned=3%3E");
  await finish();
});

test("a link of the history that is no address of the server isn't followed", options, async () => {
  const { page, go, finish } = await open(browser, at());
  const one = server.data.verdicts.find((each) => each.id % 10 === 7);
  await go(`verdicts/${one.id}`);
  await page.getByText("No bundle was kept of it.").waitFor();
  const other = server.data.verdicts.find((each) => each.id % 10 === 8);
  await go(`verdicts/${other.id}`);
  const href = await page.getByRole("link", { name: "Rejudge bundle" }).getAttribute("href");
  assert.equal(href, `${server.url}v1/verdicts/${other.id}/bundle`);
  await finish();
});

test("every kind of finding is an alarm with its evidence", options, async () => {
  const { page, finish } = await open(browser, at());
  await settled(page);
  const list = page.getByRole("list", { name: "Findings" });
  const text = await list.innerText();
  const titles = [
    "everybody fails", "everybody passes", "the judge breaks down", "tests near their limit", "verdicts flip",
    "reward from few problems", "verdicts lost by our fault", "groups without variance",
    "passes without reading its input", "the same output for every input", "test inputs in the program",
    "ends before it is called", "the reward jumps",
  ];
  assert.equal(titles.length, KINDS.length);
  for (const title of titles) assert.ok(text.includes(title), title);
  // Each has its evidence, and a button for the bundles of it.
  const items = await list.getByRole("listitem").count();
  assert.equal(await list.getByRole("link", { name: "evidence 1" }).count(), items);
  assert.equal(await list.getByRole("button", { name: /Rejudge bundle/ }).count(), items);
  await list.getByRole("link", { name: "evidence 1" }).first().click();
  await page.getByRole("heading", { name: "One verdict" }).waitFor();
  await finish();
});

test("ten thousand problems are scrolled through, and few are drawn", options, async () => {
  const { page, go, finish } = await open(browser, at("#/problems"));
  await settled(page);
  const table = page.getByRole("region", { name: "Problems" });
  const asked = () => server.state.asked.filter((path) => path === "/v1/problems/stats").length;
  const first = asked();
  const last = server.data.problems.at(-1).problem;
  for (let i = 0; i < 40; ++i) {
    await table.evaluate((box) => (box.scrollTop = box.scrollHeight));
    const rows = await table.locator("tbody tr:not(.filler)").count();
    assert.ok(rows > 5 && rows < 80, `${rows} rows are drawn`);
    if ((await table.getByTitle(last, { exact: true }).count()) > 0) break;
    await page.waitForTimeout(100);
  }
  await table.getByTitle(last, { exact: true }).waitFor();
  assert.equal(await table.locator("table").getAttribute("aria-rowcount"), String(PROBLEMS + 1));
  assert.equal(asked() - first, PROBLEMS / 1000 - 1);
  await table.getByRole("button", { name: "Verdicts" }).click();
  await table.evaluate((box) => (box.scrollTop = 0));
  const most = [...server.data.problems].sort((a, b) => b.total - a.total)[0];
  await table.locator("tbody tr:not(.filler)").first().getByTitle(most.problem).waitFor();
  await go(`problems/${most.problem}`);
  await page.getByRole("heading", { name: "Last verdicts" }).waitFor();
  await finish();
});

test("a node is drained and undrained by button, after a question", options, async () => {
  server.state.changes.length = 0;
  const { page, finish } = await open(browser, at("#/nodes"));
  await settled(page);
  const row = page.getByRole("row").filter({ hasText: "this one" });
  await row.getByRole("button", { name: "Drain" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(server.state.changes, []);
  await row.getByRole("button", { name: "Drain" }).click();
  await dialog.getByLabel("Reason").fill("new kernel");
  await picture(page, "drain-question");
  await accessible(page, "the question");
  await dialog.getByRole("button", { name: "Drain", exact: true }).click();
  await row.getByText("draining").waitFor();
  await row.getByRole("button", { name: "Undrain" }).click();
  await dialog.getByRole("button", { name: "Undrain" }).click();
  await row.getByText("ready").waitFor();
  assert.deepEqual(server.state.changes, [
    ["POST", "/v1/admin/drain", { reason: "new kernel" }],
    ["POST", "/v1/admin/undrain", {}],
  ]);
  await finish();
});

test("a failed change stays with its reason", options, async () => {
  server.state.failing = ["/v1/admin"];
  const { page, finish } = await open(browser, at("#/nodes"), {}, ["500"]);
  await settled(page);
  await page.getByRole("button", { name: "Drain" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Drain", exact: true }).click();
  await dialog.getByRole("alert").getByText("the history can't be read <img").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  server.state.failing = [];
  await finish();
});

test("a sandbox is killed by button, after a question", options, async () => {
  server.state.changes.length = 0;
  const { page, finish } = await open(browser, at("#/sandboxes"));
  await settled(page);
  const old = server.data.sandboxes.find((each) => each.draining && each.state === "running");
  await page.getByRole("row").filter({ hasText: old.id }).getByText("draining").waitFor();
  const victim = server.data.sandboxes.find((each) => each.name.startsWith("trial"));
  const row = page.getByRole("row").filter({ hasText: victim.id });
  await row.getByRole("button", { name: `Kill ${victim.name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Kill" }).click();
  await row.waitFor({ state: "detached" });
  assert.deepEqual(server.state.changes, [["DELETE", `/v1/sandboxes/${victim.id}`, null]]);
  await finish();
});

test("without a token there is a login, and a wrong one is refused", options, async () => {
  server.state.tokens = ["right-token", "view-token"];
  const { page, finish } = await open(browser, at("#/runs"), {}, ["401"]);
  const field = page.getByLabel("Token");
  await field.waitFor();
  await picture(page, "login");
  await accessible(page, "the login");
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("isn’t one of this server’s").waitFor();
  await field.fill("right-token");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("region", { name: "Runs" }).first().waitFor();
  assert.equal(await page.evaluate(() => document.cookie), "", "no script reads the cookie");
  await page.getByRole("button", { name: "Log out" }).click();
  await field.waitFor();
  // A session that ends while somebody looks.
  await field.fill("view-token");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("region", { name: "Runs" }).first().waitFor();
  await page.evaluate(() => (location.hash = "#/nodes"));
  const drain = page.getByRole("button", { name: "Drain" });
  await drain.waitFor();
  assert.ok(await drain.isDisabled(), "a viewer drains nothing");
  await page.context().clearCookies();
  await page.keyboard.press("r");
  await field.waitFor();
  server.state.tokens = null;
  await finish();
});

test("what fails and what a server lacks is said in its place", options, async () => {
  server.state.failing = ["/v1/stats"];
  server.state.missing = ["/v1/findings", "/v1/logs", "/v1/series", "/v1/events"];
  const { page, go, finish } = await open(browser, at(), {}, ["500", "404"]);
  await settled(page);
  await page.getByText("This can’t be shown.").first().waitFor();
  await page.getByText("the history can't be read <img").first().waitFor();
  await page.getByText("This server doesn’t have it.").first().waitFor();
  await page.getByText("every 5 s").waitFor();
  await picture(page, "troubles");
  await accessible(page, "troubles");
  server.state.failing = [];
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("Goodput").waitFor();
  server.state.failing = ["/v1/stats"];
  await page.keyboard.press("r");
  await page.getByText("Not refreshed; these are the last figures.").first().waitFor();
  await page.getByText("Goodput").waitFor();
  await go("logs");
  await page.getByText("This server doesn’t have it.").waitFor();
  server.state.failing = [];
  server.state.missing = [];
  await finish();
});

test("events refresh what is shown; pausing stops it", options, async () => {
  const { page, finish } = await open(browser, at("#/nodes"));
  await settled(page);
  await page.locator(".link-live").waitFor();
  await page.keyboard.press("p");
  await page.locator(".link-paused").waitFor();
  const before = server.state.asked.length;
  await page.waitForTimeout(7_000); // longer than a turn of polling
  assert.equal(server.state.asked.length, before, "a paused page asks nothing");
  server.data.nodes[0].draining = true;
  await page.keyboard.press("p");
  const row = page.getByRole("row").filter({ hasText: "this one" });
  await row.getByText("draining").waitFor();
  server.data.nodes[0].draining = false;
  while (server.state.events.size === 0) await page.waitForTimeout(50);
  for (const stream of server.state.events) stream.write('data: {"type":"node"}\n\n');
  await row.getByText("draining").waitFor({ state: "detached" });
  await finish();
});

test("logs are tailed and filtered", options, async () => {
  const { page, finish } = await open(browser, at("#/logs"));
  await settled(page);
  const lines = page.getByRole("region", { name: "Log lines" });
  assert.equal(await lines.locator("table").getAttribute("aria-rowcount"), String(LOG_LINES + 1));
  const atEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 70;
  assert.ok(await lines.evaluate(atEnd));
  const message = "<b>new</b> line";
  server.data.logs.push({ time: Date.now() / 1000, level: "error", message, request: "r-new" });
  await lines.getByText(message).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("r-new");
  await page.getByText("1 lines").waitFor();
  await page.getByLabel("Level").selectOption("error");
  await lines.getByText(message).waitFor();
  await finish();
});

test("the keyboard is enough", options, async () => {
  const { page, finish } = await open(browser, at());
  await settled(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  for (let i = 0; i < PAGES.length; ++i) {
    await page.keyboard.press(String(i + 1));
    await page.waitForFunction((hash) => location.hash === hash, `#/${PAGES[i]}`);
  }
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  await accessible(page, "the keys");
  await help.getByLabel("Single keys are shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("1");
  assert.equal(await page.evaluate(() => location.hash), "#/logs", "keys are off");
  const theme = page.getByRole("button", { name: "Theme" });
  await theme.click();
  await theme.click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.reload();
  await settled(page);
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await finish();
});
