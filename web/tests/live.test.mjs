// The page over time: a server that goes away and comes back, a tab that nobody sees, a server that is
// new, that remembers nothing, that is large; and what may be fetched of findings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { accessible, launch, open, PATIENCE_MS, picture, settled } from "./browser.mjs";
import { start } from "./fake_server.mjs";

const PAGES = ["overview", "runs", "problems", "verdicts", "sandboxes", "nodes", "logs"];
const options = { timeout: 10 * PATIENCE_MS };
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

// Each test changes its server as it likes.
async function withServer(work) {
  const server = await start();
  try {
    await work(server, (hash = "") => `${server.url}ui/${hash}`);
  } finally {
    await server.close();
  }
}

// What the console says of requests that fail; the browser itself writes it.
function failedRequests(page) {
  const said = [];
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  return said;
}

test("a server that goes away is said to be gone, and what comes back is shown", options, () =>
  withServer(async (server, at) => {
    const { page, finish } = await open(browser, at("#/nodes"), {}, ["ERR_"]);
    await settled(page);
    await page.locator(".link-live").waitFor();
    await server.stop();
    const alert = page.locator(".away");
    await alert.getByText("The server doesn’t answer").waitFor();
    await page.locator(".link-away").waitFor();
    const said = failedRequests(page);
    // The figures stay, and are said to be old only once.
    await page.getByRole("row").filter({ hasText: "node-b" }).waitFor();
    assert.equal(await page.getByText("Not refreshed").count(), 0);
    await picture(page, "away");
    await accessible(page, "a server that is away");
    await page.keyboard.press("1"); // a page that has nothing to show yet
    await alert.waitFor();
    await page.waitForTimeout(10_000);
    assert.ok(said.length < 12, `${said.length} messages on the console in ten seconds`);
    await page.keyboard.press("6");
    server.data.nodes[1].node = "node-new";
    await server.resume();
    await page.getByRole("button", { name: "Ask now" }).click();
    await alert.waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "node-new" }).waitFor();
    await page.locator(".link-live").waitFor();
    await finish();
  }),
);

test("a tab that nobody sees asks nothing", options, () =>
  withServer(async (server, at) => {
    const { page, go, finish } = await open(browser, at("#/sandboxes"));
    const hide = (hidden) =>
      page.evaluate((to) => {
        Object.defineProperty(document, "hidden", { value: to, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    // Sandboxes ask for usage one by one, logs and curves every other second.
    for (const place of ["sandboxes", "logs", "overview"]) {
      await go(place);
      await page.waitForTimeout(500);
      await hide(true);
      // What was asked before has its answer.
      for (let last = -1; last !== server.state.asked.length; await page.waitForTimeout(1_000)) {
        last = server.state.asked.length;
      }
      const asked = server.state.asked.length;
      await page.waitForTimeout(7_000); // longer than a turn of polling
      assert.equal(server.state.asked.length, asked, `${place}, unseen`);
      assert.equal(server.state.events.size, 0, "no stream of events is held");
      await hide(false);
      while (server.state.asked.length === asked) await page.waitForTimeout(100);
      await page.locator(".link-live").waitFor();
    }
    await finish();
  }),
);

test("the first minute: every page says what will be there", options, () =>
  withServer(async (server, at) => {
    for (const list of ["problems", "runs", "verdicts", "findings", "sandboxes", "logs", "tenants"]) {
      server.data[list].length = 0;
    }
    server.data.nodes.length = 1;
    const { page, go, finish } = await open(browser, at());
    const says = {
      overview: "The first one shows here",
      runs: "origin.run",
      problems: "Nothing has been judged yet",
      verdicts: "No verdict yet",
      sandboxes: "No sandbox lives here now",
      nodes: "--peers",
      logs: "Nothing has been logged yet",
    };
    for (const [place, words] of Object.entries(says)) {
      await go(place);
      await page.getByText(words).first().waitFor();
      assert.equal(await page.locator("main .note-bad").count(), 0, place);
      await picture(page, `empty-${place}`);
      await accessible(page, `empty ${place}`);
    }
    await go("overview");
    await page.getByText("Nothing was judged in this window").waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /NaN|undefined|Infinity/);
    await finish();
  }),
);

test("a server without a history says so once, and isn't asked again and again", options, () =>
  withServer(async (server, at) => {
    server.state.history = false;
    const { page, go, finish } = await open(browser, at(), {}, ["501"]);
    await page.getByText("this server keeps no history").waitFor();
    await page.getByText("Slots in use").waitFor();
    await page.locator(".link-polling").waitFor();
    await picture(page, "no-history");
    await accessible(page, "no history");
    const asked = () => server.state.asked.filter((path) => path === "/v1/stats" || path === "/v1/events").length;
    const first = asked();
    await page.waitForTimeout(12_000); // two turns of polling
    assert.ok(asked() <= first + 1, `${asked() - first} questions more`);
    for (const place of ["runs", "problems", "verdicts"]) {
      await go(place);
      await page.getByText("This server doesn’t have it.").waitFor();
    }
    await go("nodes");
    await page.getByRole("row").filter({ hasText: "node-b" }).waitFor();
    // One that gets a history is noticed.
    server.state.history = true;
    await go("overview");
    await page.keyboard.press("r");
    await page.getByText("Goodput").waitFor();
    await finish();
  }),
);

test("numbers of a large cluster have room", options, () =>
  withServer(async (server, at) => {
    const big = 987_654_321_012;
    const widest = 99_999; // of those that are written out
    for (const one of [...server.data.problems, ...server.data.runs]) {
      Object.assign(one, { total: big, masked: big / 7, accepted: big / 3, verdicts: { AC: big / 3, WA: big / 2, IE: big / 7 } });
    }
    for (const one of server.data.problems) {
      Object.assign(one, { near_limit: widest, flips: widest, checker_failures: widest, cpu_ms_max: 9_940, cpu_limit_ms: 9_940 });
    }
    for (const run of server.data.runs) run.groups = { total: big, without_variance: big - 1 };
    for (const one of server.data.verdicts) {
      Object.assign(one, { cpu_ms: 3.6e6, wait_ms: 3.6e6, total_ms: 7.2e6, memory_mb: 1e6, tests: { total: 10_000, passed: 9_999, first_failed: 9_999 } });
    }
    const like = server.data.nodes[1];
    for (let i = 0; i < 1_000; ++i) {
      server.data.nodes.push({ ...like, node: `node-${i}`, slots: 100_000, slots_free: 1, queued: big, sandboxes: { warm: 1, running: 99_999, at_most: 100_000 }, memory_free_bytes: 2 ** 52, uptime_s: 4e8 });
    }
    for (const one of server.data.tenants) Object.assign(one, { weight: 1e6, running: 1e6, queued: 1e6, cpu_s: 1e12, refused: big, limits: { max_running: 1e6, max_queued: 1e6, max_sandboxes: 1e6 } });
    for (const width of [1000, 1360, 1920]) {
      const { page, go, finish } = await open(browser, at(), { viewport: { width, height: 900 } });
      for (const place of PAGES) {
        await go(place);
        await page.waitForTimeout(300);
        const name = `big-${place}-${width}`;
        if (width === 1360) await picture(page, name);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the screen`);
        // Headings and figures are never cut off; names are, and whole in their titles.
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll("main th, main td.right, main .tile-value")]
            .filter((cell) => cell.offsetParent !== null && cell.scrollWidth > cell.clientWidth)
            .map((cell) => `${cell.tagName} ${cell.innerText} (${cell.clientWidth} of ${cell.scrollWidth} px)`)
            .slice(0, 5));
        assert.deepEqual(cut, [], name);
        const gap = await page.evaluate(() =>
          [...document.querySelectorAll("main .table-box table")]
            .map((table) => table.closest(".panel").clientWidth - table.getBoundingClientRect().width)
            .filter((px) => px > 60));
        assert.deepEqual(gap, [], `${name}: a table narrower than its panel`);
      }
      await finish();
    }
  }),
);

test("a finding's bundles are one file, a line each", options, () =>
  withServer(async (server, at) => {
    const { page, finish } = await open(browser, at(), {}, ["404"]);
    await settled(page);
    const finding = server.data.findings.find((one) => one.kind === "verdict_flips");
    const ids = server.data.verdicts.slice(0, 20).map((one) => one.id);
    finding.evidence = [...ids.filter((id) => id % 10 !== 7).slice(0, 3), ids.find((id) => id % 10 === 7)];
    await page.keyboard.press("r");
    const row = page.getByRole("listitem").filter({ hasText: "verdicts flip" });
    await row.getByRole("link", { name: "4", exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      row.getByRole("button", { name: "Rejudge bundles" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^assay-verdict-flips-[A-Za-z0-9-]+\.jsonl$/);
    const lines = readFileSync(await download.path(), "utf8").trimEnd().split("\n").map(JSON.parse);
    assert.deepEqual(lines.map((one) => one.format), Array(3).fill("assay-bundle-1"));
    await row.getByRole("status").getByText("3 of 4 saved").waitFor();
    // Where nobody passes a run's finding names no verdict: then its newest are taken.
    const flat = server.data.findings.find((one) => one.kind === "groups_without_variance");
    Object.assign(flat, { subject: { run: "grpo-qwen-7b-60" }, evidence: [] });
    await page.keyboard.press("r");
    const other = page.getByRole("listitem").filter({ hasText: "groups without variance" });
    await other.getByRole("link", { name: "its verdicts" }).waitFor();
    server.state.queries.length = 0;
    await Promise.all([
      page.waitForEvent("download"),
      other.getByRole("button", { name: "Rejudge bundles" }).click(),
    ]);
    assert.ok(server.state.queries.includes("/v1/verdicts?run=grpo-qwen-7b-60&limit=8"));
    await finish();
  }),
);

test("verdicts come by themselves while one looks at the top, and stand still below", options, () =>
  withServer(async (server, at) => {
    const { page, finish } = await open(browser, at("#/verdicts"));
    await settled(page);
    const table = page.getByRole("region", { name: "Verdicts" });
    const add = (reason) => {
      server.data.verdicts.unshift({ ...server.data.verdicts[0], id: server.data.verdicts[0].id + 1, reason });
      for (const stream of server.state.events) stream.write('event: verdict\ndata: {"type":"verdict"}\n\n');
    };
    await page.locator(".link-live").waitFor();
    add("came_first");
    await table.getByText("came_first").waitFor();
    await table.evaluate((box) => (box.scrollTop = 2_000));
    await page.waitForTimeout(200);
    const asked = () => server.state.asked.filter((path) => path === "/v1/verdicts").length;
    const before = asked();
    add("came_later");
    await page.waitForTimeout(4_000); // longer than events are gathered
    assert.equal(asked(), before, "who reads below keeps the rows");
    await table.evaluate((box) => (box.scrollTop = 0));
    add("came_last");
    await table.getByText("came_last").waitFor();
    await table.getByText("came_later").waitFor();
    await page.getByRole("row").filter({ hasText: "came_last" }).getByRole("link").first().click();
    await page.getByRole("link", { name: "came_last" }).first().click();
    await page.getByRole("button", { name: "reason: came_last" }).click();
    await page.getByRole("button", { name: "reason: came_last" }).waitFor({ state: "detached" });
    await finish();
  }),
);

test("an admin looks at one tenant's verdicts, or at those of all", options, () =>
  withServer(async (server, at) => {
    server.state.tokens = ["right-token", "view-token"];
    const { page, go, finish } = await open(browser, at(), {}, ["401", "403"]);
    const login = async (token) => {
      await page.getByLabel("Token").fill(token);
      await page.getByRole("button", { name: "Log in" }).click();
    };
    await login("right-token");
    await page.getByText("Goodput").waitFor();
    const choice = page.getByLabel("Verdicts of");
    await choice.selectOption("sales");
    for (const place of ["overview", "runs", "problems", "verdicts"]) {
      server.state.queries.length = 0;
      await go(place);
      await page.keyboard.press("r");
      await page.waitForTimeout(800);
      const about = server.state.queries.filter((query) => /^\/v1\/(stats|runs|problems|verdicts|findings)/.test(query));
      assert.ok(about.length > 0, place);
      for (const query of about) assert.match(query, /tenant=sales/, place);
    }
    await choice.selectOption("all tenants");
    await page.getByRole("button", { name: "Log out" }).click();
    // Who may not read the log is told once.
    server.state.refusing = ["/v1/logs"];
    await login("view-token");
    await page.locator(".panel").first().waitFor();
    assert.equal(await choice.count(), 0, "others have no choice");
    await go("logs");
    await page.getByText("Your token may not see this.").waitFor();
    const asked = () => server.state.asked.filter((path) => path === "/v1/logs").length;
    const before = asked();
    await page.waitForTimeout(5_000); // two turns of the tail
    assert.equal(asked(), before);
    await finish();
  }),
);
