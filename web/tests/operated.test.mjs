// The page as operators use it, on Assay itself ($ASSAY_BIN): what the history finds by itself with its
// bundles judged again, several tenants, a server that restarts, several nodes, one without a history.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { accessible, launch, open, PATIENCE_MS, picture, says, settled } from "./browser.mjs";
import { PLANTED } from "./planted.mjs";
import { newFolder, newToken, rejudge, serve, skip } from "./real_server.mjs";

const options = { timeout: 10 * PATIENCE_MS, skip };
const AT_ONCE = 64; // submissions in a request
let browser;

before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

// A folder for all servers of a test, which end with it.
async function withServers(work) {
  const folder = newFolder();
  const servers = [];
  const start = async (args, port) => {
    servers.push(await serve(folder.path, args, port));
    return servers.at(-1);
  };
  try {
    await work(start, folder.path);
  } finally {
    for (const server of servers) await server.stop();
    folder.remove();
  }
}

async function login(page, token) {
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Log in" }).click();
  await settled(page);
}

async function judge(server, token, submissions) {
  for (let i = 0; i < submissions.length; i += AT_ONCE) {
    const body = JSON.stringify({ submissions: submissions.slice(i, i + AT_ONCE) });
    const reply = await server.ask(token, "v1/verify", { method: "POST", body });
    assert.equal(reply.status, 200, await reply.text());
  }
}

// Kinds that the planted submissions are of, as the page calls them; whether the same verdict comes
// again depends on the problem alone, but where the program throws dice.
const TITLES = {
  problem_all_fail: "everybody fails",
  problem_all_pass: "everybody passes",
  checker_crashes: "the judge breaks down",
  verdict_flips: "verdicts flip",
  constant_output: "the same output for every input",
  pass_without_reading: "passes without reading its input",
  special_cased_inputs: "test inputs in the program",
  early_exit: "ends before it is called",
  groups_without_variance: "groups without variance",
  reward_concentrated: "reward from few problems",
  reward_jump: "the reward jumps",
};

test("every finding has verdicts to look at, and bundles that are judged again", options, () =>
  withServers(async (start, folder) => {
    const tokens = join(folder, "tokens.yaml");
    const [admin, red, blue] = [
      newToken(tokens, "page", "admin", "ops"), newToken(tokens, "ann", "user", "red"), newToken(tokens, "bob", "user", "blue"),
    ];
    const server = await start(["--tokens", tokens]);
    assert.deepEqual(Object.keys(TITLES).sort(), Object.keys(PLANTED).sort());
    for (const [kind, list] of Object.entries(PLANTED)) await judge(server, kind === "reward_jump" ? blue : red, list);
    const { page, go, finish } = await open(browser, `${server.url}ui/`, {}, ["401"]);
    await login(page, admin);
    const list = page.getByRole("list", { name: "Findings" });
    // Findings are some seconds old at most.
    for (const title of Object.values(TITLES)) await list.getByText(title).first().waitFor();
    await picture(page, "real-findings");
    await accessible(page, "real findings");
    for (const [kind, title] of Object.entries(TITLES)) {
      const row = list.getByRole("listitem").filter({ hasText: title }).first();
      const saving = page.waitForEvent("download").catch((error) => error);
      await row.getByRole("button", { name: /Rejudge bundle/ }).click();
      await row.getByRole("status").getByText("saved").waitFor();
      assert.match(await row.getByRole("status").innerText(), /^(\d+) of \1 saved$/, kind);
      const file = join(folder, `${kind}.jsonl`);
      await (await saving).saveAs(file);
      const { code, said } = rejudge(file, folder);
      assert.ok(kind === "verdict_flips" ? [0, 1].includes(code) : code === 0, `${kind}: ${code}: ${said}`);
      assert.ok(kind === "verdict_flips" || /: same: /.test(said), said);
    }
    // Evidence leads to the verdict, and that to its bundle.
    await list.getByRole("listitem").filter({ hasText: TITLES.early_exit }).getByRole("link", { name: "evidence 1" }).click();
    await page.getByRole("heading", { name: "One verdict" }).waitFor();
    await page.getByRole("link", { name: "Rejudge bundle" }).waitFor();
    await picture(page, "real-evidence");
    // One tenant's verdicts alone.
    await go("runs");
    await page.getByRole("link", { name: "narrow" }).waitFor();
    await page.getByLabel("Verdicts of").selectOption("blue");
    await page.getByRole("link", { name: "narrow" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "leap" }).first().click();
    await page.getByRole("list", { name: "Findings" }).getByText(TITLES.reward_jump).waitFor();
    await picture(page, "real-run");
    await finish();
  }),
);

test("a server that restarts is waited for, asks for the token again, and remembers", options, () =>
  withServers(async (start, folder) => {
    const tokens = join(folder, "tokens.yaml");
    const token = newToken(tokens, "page", "admin");
    const first = await start(["--tokens", tokens]);
    await judge(first, token, PLANTED.checker_crashes.slice(0, 1));
    const { page, finish } = await open(browser, `${first.url}ui/#/verdicts`, {}, ["401", "ERR_"]);
    await login(page, token);
    const verdicts = page.getByRole("region", { name: "Verdicts" });
    await verdicts.getByRole("link", { name: "judge" }).waitFor();
    await first.stop();
    await page.locator(".away").waitFor();
    await verdicts.getByRole("link", { name: "judge" }).waitFor(); // what was there stays
    const second = await start(["--tokens", tokens], first.port);
    assert.equal(second.port, first.port);
    // Sessions end with a server.
    await login(page, token);
    await verdicts.getByRole("link", { name: "judge" }).waitFor();
    assert.equal(await page.locator(".away").count(), 0);
    await finish();
  }),
);

test("nodes that know each other are one list; one that dies is said to be silent", options, () =>
  withServers(async (start, folder) => {
    const peers = join(folder, "peers");
    writeFileSync(peers, "");
    const named = (name) => ["--node-name", name, "--peers", peers, "--history", "memory"];
    const [one, two] = [await start(named("n1")), await start(named("n2"))];
    writeFileSync(peers, `${one.url}\n${two.url}\n`);
    const { page, finish } = await open(browser, `${one.url}ui/#/nodes`);
    const rowOf = (name) => page.getByRole("row").filter({ hasText: name });
    await rowOf("n2").getByText("ready").waitFor();
    await page.getByText("2 of 2").first().waitFor();
    assert.equal(await rowOf("n2").getByRole("link", { name: "its page" }).getAttribute("href"), `${two.url}ui/#/nodes`);
    await two.ask("", "v1/admin/drain", { method: "POST", body: JSON.stringify({ reason: "new kernel" }) });
    await rowOf("n2").getByText("draining").waitFor();
    await rowOf("n2").getByText("new kernel").waitFor();
    await picture(page, "real-nodes-two");
    await accessible(page, "two nodes");
    await two.stop();
    await page.getByText("no answer").first().waitFor();
    await page.getByText("1 of 2").first().waitFor();
    await finish();
  }),
);

test("a server that is new, and one without a history, say what there is", options, () =>
  withServers(async (start, folder) => {
    const fresh = await start([]);
    const { page, go, finish } = await open(browser, `${fresh.url}ui/`);
    await page.getByText("Nothing was judged in this window").waitFor();
    for (const [place, words] of [["runs", "origin.run"], ["problems", "Nothing has been judged yet"], ["verdicts", "No verdict yet"], ["sandboxes", "No sandbox lives here now"], ["nodes", "--peers"]]) {
      await go(place);
      await says(page, words);
      await picture(page, `real-fresh-${place}`);
    }
    await finish();
    const forgetful = await start(["--history", "off", "--sandboxes", "0"]);
    const other = await open(browser, `${forgetful.url}ui/`, {}, ["501"]);
    await other.page.getByText("this server keeps no history").waitFor();
    await picture(other.page, "real-no-history");
    await other.go("sandboxes");
    await other.page.getByText("This server doesn’t have it.").waitFor();
    await other.finish();
  }),
);
