// What the server answers, as far as the page uses it. Times are Unix seconds; durations name their
// unit. What a server leaves out is undefined, and is shown as a dash.

export type Verdict = "AC" | "WA" | "PE" | "TLE" | "MLE" | "OLE" | "RE" | "CE" | "JE" | "IE";
export type Counts = Record<string, number>;
export interface Percentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

export interface Figures {
  total: number;
  masked: number;
  accepted: number;
  mean_score: number | null;
  verdicts: Counts;
  causes: Counts;
  cached: number;
  wait_ms: Percentiles;
  cpu_ms: Percentiles;
}
export interface Stats extends Figures {
  window_s: number;
  since?: number; // where less than the window is known
  rows: (Figures & { key: string })[];
}

export interface SeriesName {
  name: string;
  unit: string;
  help: string;
}
export interface Series {
  from: number;
  step_s: number;
  series: Record<string, (number | null)[]>;
}

export interface VerdictRecord {
  id: string | number;
  time: number;
  node: string | null;
  run: string | null;
  step: number | null;
  group: string | null;
  sample: string | null;
  tenant: string | null;
  problem: string | null;
  language: string | null;
  route: string | null;
  verdict: string;
  cause: string;
  reason: string;
  message: string;
  score: number | null;
  masked: boolean;
  tests: { total: number; passed: number; first_failed: number | null };
  cpu_ms: number | null;
  cpu_limit_ms: number | null;
  memory_mb: number | null;
  wait_ms: number | null;
  total_ms: number | null;
  cached: boolean;
  marks: string[];
  code_sha256: string;
}
export interface VerdictDetail extends VerdictRecord {
  timeline?: { event: string; at_ms: number }[];
  excerpts?: { stdout?: string; stderr?: string; code?: string };
  bundle?: string | null;
}
export interface VerdictPage {
  verdicts: VerdictRecord[];
  next: string | number | null;
}

export interface ProblemStats {
  problem: string;
  total: number;
  accepted: number;
  masked: number;
  mean_score: number | null;
  verdicts: Counts;
  cpu_ms_max: number | null;
  cpu_limit_ms: number | null;
  near_limit: number;
  flips: number;
  checker_failures: number;
  last_time: number;
  findings: string[];
}
export interface ProblemPage {
  problems: ProblemStats[];
  next: string | number | null;
}

export interface Run {
  run: string;
  first_time: number;
  last_time: number;
  total: number;
  mean_score: number | null;
  masked: number;
  verdicts: Counts;
  groups: { total: number; without_variance: number };
  steps: { step: number; total: number; mean_score: number | null }[];
  jumps: { step: number; from: number; to: number }[];
}

export interface Finding {
  kind: string;
  severity: "note" | "warning" | "serious";
  subject: { problem?: string; run?: string; node?: string };
  text: string;
  count: number;
  since: number;
  evidence: (string | number)[];
}

export interface NodeState {
  node: string;
  url: string;
  self: boolean;
  version: string;
  tier: string;
  ready: boolean;
  draining: boolean;
  reason: string;
  slots: number;
  slots_free: number;
  running: number;
  queued: number;
  wait_ms: Percentiles | number | null;
  sandboxes: { warm: number; running: number; draining?: number; at_most: number };
  memory_free_bytes: number | null;
  uptime_s: number | null;
  error: string | null;
}

export interface Sandbox {
  id: string;
  name: string;
  tenant: string;
  state: string;
  draining?: boolean; // of a server that another one took over from: it ends with that
  reason: string | null;
  image: string | null;
  limits: { cpus: number; memory_mb: number; disk_mb: number; processes: number };
  labels: Record<string, string>;
  created_at: string;
  expires_at: string | null;
  ended_at: string | null;
  running_processes: number;
}
export interface SandboxUsage {
  cpu_time_s: number;
  memory_bytes: number;
  processes: number;
}

export interface Tenant {
  tenant: string;
  weight: number;
  running: number;
  queued: number;
  sandboxes: number;
  cpu_s: number;
  limits?: { max_running?: number; max_queued?: number; max_sandboxes?: number };
  refused: number;
}

export interface LogLine {
  time: number;
  level: string;
  message: string;
  request: string | null;
}
export interface LogPage {
  lines: LogLine[];
  next: string | number | null;
}

export interface WhoAmI {
  name: string;
  role: string;
  tenant: string;
  tokens: boolean;
}
