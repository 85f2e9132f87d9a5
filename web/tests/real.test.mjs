// The page against Assay itself ($ASSAY_BIN), with tokens, a judged corpus of hostile programs and a
// sandbox. Which routes a server has, its own document says: what it lacks is said on the page, what
// it has is shown without an error.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { clean, launch, open, PATIENCE_MS, picture, settled } from "./browser.mjs";
import { HOSTILE } from "./hostile.mjs";
import { newFolder, newToken, serve, skip } from "./real_server.mjs";

const options = { timeout: 10 * PATIENCE_MS, skip };
let browser;
let folder;
let server;
let url;
let token;
let routes;

before(async () => {
  if (skip) return;
  folder = newFolder();
  const tokens = join(folder.path, "tokens.yaml");
  token = newToken(tokens, "page", "admin");
  server = await serve(folder.path, ["--tokens", tokens]);
  url = server.url;
  routes = Object.keys((await (await fetch(`${url}openapi.json`)).json()).paths);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  folder?.remove();
});

const ask = (path, init) => server.ask(token, path, init);
const has = (route) => routes.includes(route);

// By the login where there is one; else below the path of the token, where a slash at the end gets lost.
async function enter(place = "") {
  if (!has("/v1/login")) return open(browser, `${url}t/${token}/ui/index.html${place}`, {}, ["400", "404", "422", "501"]);
  const opened = await open(browser, `${url}ui/${place}`, {}, ["401", "404", "501"]);
  await opened.page.getByLabel("Token").fill(token);
  await opened.page.getByRole("button", { name: "Log in" }).click();
  await settled(opened.page);
  return opened;
}

test("without a token there is a login", options, async () => {
  const { page, finish } = await open(browser, `${url}`, {}, ["401", "404"]);
  await page.getByLabel("Token").fill("x".repeat(40));
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(new URL(page.url()).pathname, "/ui/", "/ leads here");
  await finish();
});

test("every page shows what the server has and says what it lacks", options, async () => {
  const submissions = HOSTILE.map((text, i) => ({
    id: String(i),
    language: "python",
    code: `print(${JSON.stringify(text)})\n# ${text.replaceAll("\u0000", "")}`,
    problem: { mode: "stdin_stdout", tests: [{ input: "3", expected: i % 2 ? text : "9" }] },
    origin: { run: text.slice(0, 200).replaceAll("\u0000", ""), step: i, group: String(i % 4), sample: text.slice(0, 100).replaceAll("\u0000", "") },
  }));
  for (const one of submissions) {
    const reply = await ask("v1/verify", { method: "POST", body: JSON.stringify(one) });
    assert.ok([200, 422].includes(reply.status), `${reply.status}: ${await reply.text()}`);
  }
  const { page, go, finish } = await enter();
  const needs = { overview: "/v1/stats", runs: "/v1/runs", problems: "/v1/problems/stats", verdicts: "/v1/verdicts", sandboxes: "/v1/sandboxes", nodes: "/v1/nodes", logs: "/v1/logs" };
  for (const [place, route] of Object.entries(needs)) {
    await go(place);
    await page.waitForTimeout(500);
    await picture(page, `real-${place}`);
    await clean(page);
    const text = await page.locator("main").innerText();
    // What is missing may also be taken for another route's parameter, and refused by that.
    const said = text.includes("doesn’t have it") || text.includes("can’t be shown");
    assert.equal(said, !has(route), `${place}: ${text}`);
  }
  if (has("/v1/verdicts")) {
    await go("verdicts");
    await page.getByRole("region", { name: "Verdicts" }).getByRole("link").first().click();
    await page.getByRole("heading", { name: "How it went" }).waitFor();
    await picture(page, "real-verdict");
  }
  await finish();
});

test("a sandbox is shown and killed", options, async () => {
  const made = await ask("v1/sandboxes", { method: "POST", body: JSON.stringify({ name: HOSTILE[1], labels: { run: HOSTILE[0] } }) });
  const text = await made.text();
  assert.equal(made.status, 201, text);
  const { id } = JSON.parse(text);
  const { page, finish } = await enter("#/sandboxes");
  const row = page.getByRole("row").filter({ hasText: id });
  await row.getByText(/\d [KM]?i?B \//).waitFor(); // its usage
  await row.getByRole("button", { name: "Kill" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Kill" }).click();
  await row.getByText("deleted").waitFor();
  assert.equal((await (await ask(`v1/sandboxes/${id}`)).json()).state, "ended");
  await finish();
});

test("the node is drained and taken back", options, async (t) => {
  if (!has("/v1/admin/drain")) return t.skip("this server has no drain");
  const { page, finish } = await enter("#/nodes");
  const row = page.getByRole("row").filter({ hasText: "this one" });
  await row.getByRole("button", { name: "Drain" }).click();
  await page.getByLabel("Reason").fill("a test <b>");
  await page.getByRole("dialog").getByRole("button", { name: "Drain", exact: true }).click();
  await row.getByText("draining").waitFor();
  assert.equal((await ask("readyz")).status, 503);
  await row.getByRole("button", { name: "Undrain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undrain" }).click();
  await row.getByText("ready").waitFor();
  assert.equal((await ask("readyz")).status, 200);
  await finish();
});
