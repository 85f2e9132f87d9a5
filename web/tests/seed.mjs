// Data for the fake server: the same on each run, of every kind that the page shows, with hostile
// text in every field that a stranger can fill.
import { hostile, HOSTILE } from "./hostile.mjs";

export const PROBLEMS = 10_000;
const VERDICTS = 10_000;
const RUNS = 120;
const SANDBOXES = 400;
export const LOG_LINES = 1_500;
const WORDS = ["AC", "WA", "PE", "TLE", "MLE", "OLE", "RE", "CE", "JE", "IE"];
const CAUSES = ["candidate", "problem", "infrastructure", "cancelled"];
const MARKS = ["pass_without_reading", "constant_output", "special_cased_inputs", "early_exit"];
export const KINDS = [
  "problem_all_fail", "problem_all_pass", "checker_crashes", "near_limit", "verdict_flips",
  "reward_concentrated", "infrastructure_share", "groups_without_variance",
  "pass_without_reading", "constant_output", "special_cased_inputs", "early_exit", "reward_jump",
];

function randomness(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hex = (random, digits) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");

const waits = (random) => {
  const p50 = 4 + random() * 40;
  return { p50, p95: p50 * 4, p99: p50 * 11 };
};

function mix(random, total) {
  const verdicts = {};
  let left = total;
  for (const word of WORDS.slice(1)) {
    const n = Math.floor(left * random() * (word === "WA" ? 0.6 : 0.06));
    if (n > 0) verdicts[word] = n;
    left -= n;
  }
  verdicts.AC = left;
  return verdicts;
}

export function seed(now) {
  const random = randomness(42);
  const problems = Array.from({ length: PROBLEMS }, (_, i) => {
    const total = 1 + Math.floor(random() * 5000);
    const verdicts = mix(random, total);
    return {
      problem: i < HOSTILE.length ? hostile(i) : hex(random, 64),
      total,
      accepted: verdicts.AC,
      masked: (verdicts.JE ?? 0) + (verdicts.IE ?? 0),
      mean_score: verdicts.AC / total,
      verdicts,
      cpu_ms_max: random() * 4000,
      cpu_limit_ms: 4000,
      near_limit: i % 7 === 0 ? Math.floor(random() * 30) : 0,
      flips: i % 11 === 0 ? Math.floor(random() * 5) : 0,
      checker_failures: i % 13 === 0 ? Math.floor(random() * 9) : 0,
      last_time: now - random() * 86_400,
      findings: i % 5 === 0 ? [KINDS[i % KINDS.length], hostile(i)].slice(0, 1 + (i % 2)) : [],
    };
  });
  const runs = Array.from({ length: RUNS }, (_, i) => {
    const total = 2000 + Math.floor(random() * 90_000);
    const jump = 20 + Math.floor(random() * 60);
    const steps = Array.from({ length: 90 }, (_, step) => ({
      step,
      total: 512,
      mean_score: Math.min(1, 0.2 + step * 0.002 + random() * 0.04 + (step > jump ? 0.35 : 0)),
    }));
    return {
      run: i < HOSTILE.length ? hostile(i) : `grpo-qwen-7b-${i}`,
      first_time: now - 90_000 + i,
      last_time: now - i * 37,
      total,
      mean_score: random(),
      masked: Math.floor(total * random() * 0.03),
      verdicts: mix(random, total),
      groups: { total: 4000, without_variance: Math.floor(random() * 4000) },
      steps: i === 3 ? [] : steps,
      jumps: i % 3 === 0 ? [{ step: jump + 1, from: 0.31, to: 0.69 }] : [],
    };
  });
  const verdicts = Array.from({ length: VERDICTS }, (_, i) => {
    const verdict = WORDS[Math.floor(random() * random() * WORDS.length)];
    const none = verdict === "IE" || verdict === "JE";
    return {
      id: 700_000 + VERDICTS - i,
      time: now - i * 3,
      node: i % 50 === 0 ? hostile(i) : "node-a",
      run: runs[i % RUNS].run,
      step: i % 90,
      group: hostile(i),
      sample: hostile(i + 1),
      tenant: i % 4 === 0 ? hostile(i + 2) : "research",
      problem: problems[i % 200].problem,
      language: i % 6 === 0 ? hostile(i + 3) : "python",
      route: i % 8 === 0 ? hostile(i + 4) : "/v1/verify",
      verdict,
      cause: CAUSES[verdict === "IE" ? 2 : verdict === "JE" ? 1 : 0],
      reason: i % 9 === 0 ? hostile(i + 5) : "wrong_output",
      message: hostile(i + 6),
      score: none ? null : verdict === "AC" ? 1 : 0,
      masked: none,
      tests: { total: 20, passed: verdict === "AC" ? 20 : i % 20, first_failed: verdict === "AC" ? null : i % 20 },
      cpu_ms: random() * 900,
      cpu_limit_ms: 4000,
      memory_mb: 12 + random() * 200,
      wait_ms: random() * 80,
      total_ms: 100 + random() * 2000,
      cached: i % 10 === 0,
      marks: i % 12 === 0 ? [MARKS[i % MARKS.length], hostile(i)].slice(0, 1 + (i % 2)) : [],
      code_sha256: hex(random, 64),
    };
  });
  const findings = KINDS.map((kind, i) => ({
    kind,
    severity: ["serious", "warning", "note"][i % 3],
    subject: { [["problem", "run", "node"][i % 3]]: [problems, runs, [{ node: "node-a" }]][i % 3].at(i % 3 === 2 ? 0 : i + 25)[["problem", "run", "node"][i % 3]] },
    text: i % 2 ? hostile(i) : "of 64 samples in 4 groups none passed, while 31 % of others did",
    count: 3 + i * 7,
    since: now - i * 4000,
    evidence: [verdicts[i].id, verdicts[i + 40].id],
  }));
  findings.push(
    ...HOSTILE.map((text, i) => ({
      kind: i % 2 ? text : "constant_output",
      severity: i % 3 ? "note" : text,
      subject: { problem: text },
      text,
      count: 1,
      since: now - 60,
      evidence: [text],
    })),
  );
  const sandboxes = Array.from({ length: SANDBOXES }, (_, i) => ({
    id: `sb-${hex(random, 6)}`,
    name: i % 4 === 0 ? hostile(i / 4) : `trial-${i}`,
    tenant: i % 5 === 0 ? hostile(i / 5) : "research",
    state: ["running", "running", "paused", "ended"][i % 4],
    draining: i % 9 === 1,
    reason: i % 4 === 3 ? "idle" : null,
    message: "",
    image: i % 3 === 0 ? hostile(i) : null,
    limits: { cpus: 1, memory_mb: 1024, disk_mb: 512, processes: 256 },
    labels: { run: i % 2 ? "grpo-qwen-7b-60" : hostile(i), [hostile(i + 1)]: "x" },
    egress: null,
    lifetime_s: 3600,
    idle_s: 900,
    created_at: new Date((now - i * 61) * 1000).toISOString(),
    changed_at: new Date((now - i * 61) * 1000).toISOString(),
    expires_at: new Date((now + 3600 - i) * 1000).toISOString(),
    ended_at: i % 4 === 3 ? new Date((now - i * 30) * 1000).toISOString() : null,
    running_processes: i % 4,
  }));
  const nodes = ["node-a", "node-b", "node-c", hostile(1), hostile(5), hostile(19)].map((node, i) => ({
    node,
    url: i === 4 ? "javascript:window.__owned='node'" : `http://10.0.0.${i + 1}:8080`,
    self: i === 0,
    version: "0.9.0",
    tier: i === 3 ? hostile(2) : "privileged",
    ready: i !== 2,
    draining: false,
    reason: i === 2 ? hostile(0) : "",
    slots: 16,
    slots_free: 16 - 3 * i > 0 ? 16 - 3 * i : 0,
    running: 3 * i,
    queued: 40 * i,
    wait_ms: waits(random),
    sandboxes: { warm: 4, running: 12 * i, draining: i === 1 ? 3 : 0, at_most: 256 },
    memory_free_bytes: 2 ** 34 - i * 2 ** 31,
    uptime_s: 86_400 * (i + 1) + 1234,
    error: i === 5 ? hostile(3) : null,
  }));
  const tenants = ["research", "sales", ...HOSTILE].map((tenant, i) => ({
    tenant,
    weight: 1 + (i % 3),
    running: i,
    queued: 3 * i,
    sandboxes: i,
    cpu_s: 812.5 * i,
    limits: { max_running: 0, max_queued: i % 2 ? 500 : 0, max_sandboxes: 20, cpu_s_per_hour: 0 },
    refused: i % 4,
  }));
  const logs = Array.from({ length: LOG_LINES }, (_, i) => ({
    time: now - (LOG_LINES - i),
    level: ["info", "info", "debug", "warn", "error"][i % 5],
    message: i % 3 === 0 ? hostile(i / 3) : `verified 12 submissions in ${i} ms`,
    request: i % 4 === 0 ? `r-${i}` : null,
  }));
  logs.at(-1).request = hostile(0);
  return { problems, runs, verdicts, findings, sandboxes, nodes, tenants, logs };
}

export function statsOf(data, window, by) {
  const of = (list, key) => {
    const verdicts = {};
    const causes = {};
    for (const one of list) {
      verdicts[one.verdict] = (verdicts[one.verdict] ?? 0) + 1;
      causes[one.cause] = (causes[one.cause] ?? 0) + 1;
    }
    const masked = list.filter((one) => one.masked).length;
    const accepted = verdicts.AC ?? 0;
    return {
      ...(key === undefined ? {} : { key }),
      total: list.length,
      masked,
      accepted,
      mean_score: list.length > masked ? accepted / (list.length - masked) : null,
      verdicts,
      causes,
      cached: list.filter((one) => one.cached).length,
      wait_ms: { p50: 6.2, p95: 41, p99: 380 },
      cpu_ms: { p50: 31, p95: 812, p99: 3900 },
    };
  };
  const list = data.verdicts.filter((one) => one.time > data.verdicts[0].time - window);
  const groups = new Map();
  for (const one of by ? list : []) {
    if (!groups.has(one[by])) groups.set(one[by], []);
    groups.get(one[by]).push(one);
  }
  return { window_s: window, ...of(list), rows: [...groups].map(([key, of_]) => of(of_, key)) };
}
