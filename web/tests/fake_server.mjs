// A server that answers as an Assay server with a history does, from seeded data, so that the page is
// tested with everything it can show. It serves the committed page, with the policy of the real one.
//
// state.tokens: null, or the tokens that may log in.   state.missing, state.failing, state.refusing: paths.
// state.history: whether it keeps one.   stop() and resume(): it is gone, and there again.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";

import { seed, statsOf } from "./seed.mjs";

const web = new URL("..", import.meta.url);
const page = unzipSync(readFileSync(new URL("assay-ui.zip", web)));
const source = readFileSync(new URL("../src/api/ui/ui_routes.cc", web), "utf8");
const POLICY = [...source.match(/kPolicy\[\] =([^;]|;(?! *\n\n))*/)[0].matchAll(/"([^"]*)"/g)]
  .map(([, text]) => text)
  .join("");
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

const SERIES = [
  ["verdicts_per_s", "1/s", "verdicts a second"],
  ["masked_per_s", "1/s", "masked results a second"],
  ["slots_busy", "1", "slots in use"],
  ["queued", "1", "submissions that wait"],
  ["wait_ms_p50", "ms", "wait"],
  ["wait_ms_p95", "ms", "wait"],
  ["wait_ms_p99", "ms", "wait"],
  ["cpu_share", "share", "CPU in use"],
  ["memory_bytes", "bytes", "memory of the server"],
  ["<img src=x onerror=window.__owned='series'>", "<b>", "<script>window.__owned='help'</script>"],
];

const REMEMBERED = ["stats", "series", "findings", "runs", "problems/stats", "verdicts", "events"];

export async function start() {
  const now = Date.now() / 1000;
  const data = seed(now);
  const state = {
    tokens: null, missing: [], failing: [], refusing: [], history: true,
    changes: [], events: new Set(), asked: [], queries: [],
  };
  const sessions = new Set();

  const series = (query) => {
    const names = (query.get("name") ?? "").split(",");
    const [step, from] = [Number(query.get("step_s")), Number(query.get("from"))];
    const length = Math.min(2000, Math.max(1, Math.floor((Date.now() / 1000 - from) / step)));
    const all = {};
    for (const [name, unit] of SERIES) {
      if (!names.includes(name)) continue;
      const scale = { share: 0.6, bytes: 3e8, ms: name.endsWith("99") ? 400 : 40 }[unit] ?? 30;
      all[name] = Array.from({ length }, (_, i) =>
        i % 97 === 13 ? null : scale * (1 + 0.5 * Math.sin((from / step + i) / 40)));
    }
    return { from, step_s: step, series: all };
  };

  const paged = (rows, query, name) => {
    const begin = Number(query.get("before") ?? 0);
    const limit = Number(query.get("limit") ?? 100);
    const next = begin + limit < rows.length ? String(begin + limit) : null;
    return { [name]: rows.slice(begin, begin + limit), next };
  };

  // A line, as the server's are; every tenth has none.
  const bundle = (id) => {
    const record = data.verdicts.find((each) => String(each.id) === id);
    if (!record || record.id % 10 === 7) return null;
    return { format: "assay-bundle-1", submission: { code: record.message }, verdict: { verdict: record.verdict } };
  };

  const answer = (path, query) => {
    const [, kept] = path.match(/^\/v1\/verdicts\/(.+)\/bundle$/) ?? [];
    if (kept !== undefined) return bundle(decodeURIComponent(kept));
    const [, one] = path.match(/^\/v1\/verdicts\/(.+)$/) ?? [];
    if (one !== undefined) {
      const record = data.verdicts.find((each) => String(each.id) === decodeURIComponent(one));
      if (!record) return null;
      const code = `print(1)\n${record.message}\n# ${record.group}`;
      return {
        ...record,
        timeline: [
          { event: "received", at_ms: 0 }, { event: "started", at_ms: 12.5 },
          { event: "compiled", at_ms: 60 }, { event: record.message, at_ms: 200 },
          { event: "answered", at_ms: 640 },
        ],
        excerpts: { stdout: record.message, stderr: record.sample, code },
        bundle: record.id % 10 === 7 ? "javascript:window.__owned='bundle'" : `/v1/verdicts/${record.id}/bundle`,
      };
    }
    const [, box] = path.match(/^\/v1\/sandboxes\/([^/]+)\/usage$/) ?? [];
    if (box !== undefined) {
      return { cpu_time_s: Date.now() / 1000 - now, memory_bytes: 3e7, memory_peak_bytes: 4e7, processes: 3, oom_kills: 0 };
    }
    switch (path) {
      case "/v1/stats": return statsOf(data, Number(query.get("window_s")), query.get("by"));
      case "/v1/series":
        return query.has("name") ? series(query)
          : { series: SERIES.map(([name, unit, help]) => ({ name, unit, help })) };
      case "/healthz": return { status: "ok" };
      case "/v1/findings": return { findings: data.findings };
      case "/v1/runs": return { runs: data.runs };
      case "/v1/problems/stats": {
        const order = query.get("order");
        const by = { count: "total", recent: "last_time" }[order];
        const rows = by ? [...data.problems].sort((a, b) => b[by] - a[by]) : data.problems;
        return paged(rows, query, "problems");
      }
      case "/v1/verdicts": {
        const fields = ["run", "problem", "verdict", "cause", "reason", "tenant", "language"];
        const rows = data.verdicts.filter((each) =>
          fields.every((field) => !query.get(field) || each[field] === query.get(field)) &&
          (!query.get("mark") || each.marks.includes(query.get("mark"))));
        return paged(rows, query, "verdicts");
      }
      case "/v1/nodes": return { nodes: data.nodes };
      case "/v1/tenants": return { tenants: data.tenants };
      case "/v1/sandboxes": {
        const wanted = query.get("state");
        return { sandboxes: data.sandboxes.filter((each) => !wanted || each.state === wanted), next: null };
      }
      case "/v1/logs": {
        const levels = ["debug", "info", "warn", "error"];
        const least = levels.indexOf(query.get("level") || "debug");
        const begin = Number(query.get("after") ?? 0);
        const lines = data.logs.slice(begin).filter((line) => levels.indexOf(line.level) >= least);
        return { lines, next: String(data.logs.length) };
      }
      default: return undefined;
    }
  };

  const change = (method, path, body) => {
    const box = path.match(/^\/v1\/sandboxes\/([^/]+)$/);
    if (method === "DELETE" && box) {
      const at = data.sandboxes.findIndex((each) => each.id === box[1]);
      if (at < 0) return 404;
      data.sandboxes.splice(at, 1);
      return 200;
    }
    if (path === "/v1/admin/drain" || path === "/v1/admin/undrain") {
      const draining = path.endsWith("/drain");
      Object.assign(data.nodes[0], { draining, reason: body.reason ?? "" });
      for (const stream of state.events) {
        stream.write(`event: drain\ndata: ${JSON.stringify({ type: "drain", time: Date.now() / 1000 })}\n\n`);
      }
      return 200;
    }
    return 404;
  };

  const server = createServer(async (request, reply) => {
    const url = new URL(request.url, "http://x");
    const path = url.pathname;
    const send = (status, body, headers = {}) => {
      reply.writeHead(status, { "content-type": "application/json", ...headers });
      reply.end(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
    };
    const error = (status, message) => send(status, { error: { code: "x", message }, detail: message });
    if (path.startsWith("/ui/")) {
      const name = path.slice(4) || "index.html";
      if (!page[name]) return error(404, "the page has no such file");
      return send(200, Buffer.from(page[name]).toString("utf8"), {
        "content-type": TYPES[name.split(".").pop()],
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
      });
    }
    state.asked.push(path);
    state.queries.push(path + url.search);
    let body = "";
    for await (const piece of request) body += piece;
    if (state.missing.some((each) => path.startsWith(each))) return error(404, `no route ${path}`);
    if (state.failing.some((each) => path.startsWith(each))) {
      return error(500, "the history can't be read <img src=x onerror=window.__owned='error'>");
    }
    if (state.refusing.some((each) => path.startsWith(each))) {
      return error(403, "this takes the role admin");
    }
    if (!state.history && REMEMBERED.some((each) => path.startsWith(`/v1/${each}`))) {
      const message = "this server keeps no history (--history off)";
      return send(501, { error: { code: "no_history", message } });
    }
    if (request.method !== "GET" && request.headers["x-assay-csrf"] !== "1") {
      return error(403, "a change by cookie needs X-Assay-CSRF");
    }
    if (path === "/v1/login" && request.method === "POST") {
      const { token } = JSON.parse(body);
      if (!state.tokens?.includes(token)) return error(401, "unknown token");
      sessions.add(token);
      return send(204, undefined, { "set-cookie": `assay_session=${token}; HttpOnly; SameSite=Strict; Path=/` });
    }
    const [, session] = (request.headers.cookie ?? "").match(/assay_session=([^;]+)/) ?? [];
    if (state.tokens && !sessions.has(session)) return error(401, "a token is needed");
    if (path === "/v1/logout") {
      sessions.delete(session);
      return send(204, undefined);
    }
    if (path === "/v1/whoami") {
      const role = session?.startsWith("view") ? "viewer" : "admin";
      return send(200, { name: session ?? "", role, tenant: "research", tokens: state.tokens !== null });
    }
    if (path === "/v1/events") {
      reply.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      reply.write(": hello\n\n");
      state.events.add(reply);
      reply.on("close", () => state.events.delete(reply));
      return;
    }
    if (request.method !== "GET") {
      state.changes.push([request.method, path, body ? JSON.parse(body) : null]);
      const status = change(request.method, path, body ? JSON.parse(body) : {});
      return status < 400 ? send(status, {}) : error(status, "there is no such thing");
    }
    const found = answer(path, url.searchParams);
    return found ? send(200, found) : error(404, `nothing at ${path}`);
  });
  const listen = (port) => new Promise((done) => server.listen(port, "127.0.0.1", done));
  const stop = () => {
    const stopped = new Promise((done) => server.close(done));
    server.closeAllConnections();
    return stopped;
  };
  await listen(0);
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}/`,
    data,
    state,
    stop,
    resume: () => listen(port),
    close: stop,
  };
}
