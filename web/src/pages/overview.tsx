// Whether rewards can be trusted now, and whether work gets through: alarms first, then figures,
// who is to blame, and how it has been.
import { useMemo } from "preact/hooks";

import { query } from "../api";
import { count, DASH, ms, own, rate, score, seconds, share, visible } from "../format";
import { useAsked } from "../live";
import { link, place, scope, setParams, useCell } from "../state";
import type {
  Finding,
  NodeState,
  Percentiles,
  Series,
  SeriesName,
  Stats,
} from "../types";
import { Chart, type Line } from "../ui/chart";
import {
  Answer,
  Choice,
  Empty,
  Panel,
  Tile,
  VERDICT_ORDER,
  VerdictTag,
} from "../ui/parts";
import { FindingList, tally } from "./findings";
import { totals } from "./nodes";

const WINDOWS = [
  ["900", "15 minutes"],
  ["3600", "1 hour"],
  ["21600", "6 hours"],
  ["86400", "1 day"],
  ["604800", "7 days"],
  ["2592000", "30 days"],
] as const;

export function useWindow(): [string, (value: string) => void] {
  const at = useCell(place);
  return [at.params.window || "3600", (window) => setParams({ window })];
}

export function WindowChoice() {
  const [window, set] = useWindow();
  return <Choice label="Window" value={window} options={WINDOWS} onChange={set} />;
}

function Alarms(props: { tenant: string; idle: boolean }) {
  const path = `v1/findings${query({ tenant: props.tenant })}`;
  const asked = useAsked<{ findings: Finding[] }>(path, ["finding"], 10_000);
  const hint = tally(asked.data?.findings ?? []);
  return (
    <Panel title="Alarms" hint={hint || "what the history says by itself"}>
      <Answer asked={asked}>
        {({ findings }) =>
          findings.length ? (
            <FindingList findings={findings} />
          ) : props.idle ? (
            <Empty>
              Nothing was judged in this window. Bad problems, breaking judges, flips and marks of
              hacking are named here, most of them from some dozens of verdicts on.
            </Empty>
          ) : (
            <Empty>
              <span aria-hidden="true">✓</span> Nothing looks wrong: no problem that everybody fails
              or passes, no crashing judge, no flip, no mark of hacking.
            </Empty>
          )
        }
      </Answer>
    </Panel>
  );
}

// Of the causes that leave no verdict, the one that does most.
function mostMasked(stats: Stats): string {
  const of = (cause: string) => own(stats.causes, cause) ?? 0;
  return ["infrastructure", "problem", "cancelled"].sort((a, b) => of(b) - of(a))[0]!;
}

const waits = (wait: Percentiles | undefined) => wait ?? { p50: null, p95: null, p99: null };

// How full the machines are: what is known without a history, too.
function Load(props: { nodes: NodeState[] | null }) {
  const { nodes } = props;
  const all = totals(nodes ?? []);
  const used = all.slots - all.slots_free;
  return (
    <>
      <Tile
        label="Slots in use"
        value={nodes ? `${count(used)} of ${count(all.slots)}` : DASH}
        hint={nodes ? `${nodes.length} node${nodes.length === 1 ? "" : "s"}` : "no answer"}
        meter={nodes && all.slots ? used / all.slots : undefined}
        href={link("nodes")}
      />
      <Tile label="Queue" value={nodes ? count(all.queued) : DASH} hint="submissions waiting" />
    </>
  );
}

function Figures(props: { stats: Stats; nodes: NodeState[] | null }) {
  const { stats, nodes } = props;
  const wait = waits(stats.wait_ms);
  const judged = stats.total - stats.masked;
  const known = Date.now() / 1000 - (stats.since ?? 0);
  const covered = Math.max(1, Math.min(stats.window_s, known));
  const maskedShare = stats.total ? stats.masked / stats.total : 0;
  return (
    <dl class="tiles">
      <Tile
        label="Goodput"
        value={`${rate(judged / covered)}/s`}
        hint={`${count(judged)} in ${seconds(covered)}`}
      />
      <Tile
        label="Accepted"
        value={share(stats.accepted, judged)}
        hint={`mean score ${score(stats.mean_score)}`}
      />
      <Tile
        label="Masked"
        value={share(stats.masked, stats.total)}
        href={stats.masked ? link("verdicts", "", { cause: mostMasked(stats) }) : undefined}
        hint={`${count(stats.masked)} without a verdict`}
        tone={maskedShare > 0.05 ? "bad" : maskedShare > 0.01 ? "warn" : undefined}
      />
      <Tile
        label="From the cache"
        value={share(stats.cached, stats.total)}
        hint={`${count(stats.cached)} answers`}
      />
      <Load nodes={nodes} />
      <Tile label="Wait, median" value={ms(wait.p50)} hint={`p95 ${ms(wait.p95)}`} />
      <Tile label="Wait, p99" value={ms(wait.p99)} hint={`CPU p95 ${ms(waits(stats.cpu_ms).p95)}`} />
    </dl>
  );
}

// Who could have caused what: rows are verdicts, columns causes.
function Blame(props: { stats: Stats; tenant: string }) {
  const { stats } = props;
  const to = (verdict: string, cause: string) =>
    link("verdicts", "", { verdict, cause, tenant: props.tenant });
  const rows = [...stats.rows].sort(
    (a, b) => VERDICT_ORDER.indexOf(a.key) - VERDICT_ORDER.indexOf(b.key),
  );
  const causes = Object.keys(stats.causes ?? {}).sort(
    (a, b) => (own(stats.causes, b) ?? 0) - (own(stats.causes, a) ?? 0),
  );
  if (!rows.length) {
    return (
      <Empty>
        No verdict in this window. The first one shows here as soon as somebody asks{" "}
        <code>POST /v1/verify</code>, or a route that a trainer knows.
      </Empty>
    );
  }
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Verdicts by cause">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            {causes.map((cause) => (
              <th key={cause} scope="col" class="right">
                {visible(cause)}
              </th>
            ))}
            <th scope="col" class="right">
              all
            </th>
            <th scope="col" class="right">
              share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <VerdictTag verdict={row.key} />
              </th>
              {causes.map((cause) => {
                const n = own(row.causes, cause) ?? 0;
                return (
                  <td key={cause} class="right">
                    {n > 0 ? (
                      <a href={to(row.key, cause)}>{count(n)}</a>
                    ) : (
                      <span class="dim">·</span>
                    )}
                  </td>
                );
              })}
              <td class="right">{count(row.total)}</td>
              <td class="right">{share(row.total, stats.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">share</th>
            {causes.map((cause) => (
              <td key={cause} class="right">
                <a href={to("", cause)}>{share(own(stats.causes, cause) ?? 0, stats.total)}</a>
              </td>
            ))}
            <td class="right">{count(stats.total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

// ---- how it has been ----

function stepFor(window: number): number {
  return window <= 900 ? 1 : window <= 21_600 ? 10 : 300;
}

const LOOKS = [
  ["--line-1", undefined],
  ["--line-2", [6, 3]],
  ["--line-3", [2, 2]],
  ["--line-4", [8, 3, 2, 3]],
] as const;

// Series whose names differ only in their end (wait_ms_p50, wait_ms_p95) share a chart.
export function grouped(names: SeriesName[]): { title: string; unit: string; of: SeriesName[] }[] {
  const charts = new Map<string, { title: string; unit: string; of: SeriesName[] }>();
  for (const name of names) {
    const stem = name.name.replace(/_(p50|p95|p99)$/, "");
    const key = `${stem} ${name.unit}`;
    const chart = charts.get(key) ?? { title: stem, unit: name.unit, of: [] };
    if (chart.of.length < LOOKS.length) chart.of.push(name);
    charts.set(key, chart);
  }
  return [...charts.values()];
}

function Charts(props: { names: SeriesName[]; window: string }) {
  const window = Number(props.window);
  const step = stepFor(window);
  const all = props.names.map((name) => name.name).join();
  const path = `v1/series${query({ name: all, step_s: step })}`;
  const from = () => `&from=${Math.floor(Date.now() / 1000) - window + 10}`;
  const asked = useAsked<Series>(path, [], step === 1 ? 2_000 : 10_000, from);
  const charts = useMemo(() => grouped(props.names), [props.names]);
  return (
    <Answer asked={asked}>
      {(data) => <ChartGrid charts={charts} data={data} />}
    </Answer>
  );
}

// What its one series says of itself; of several what their names have in common.
function titleOf(chart: ReturnType<typeof grouped>[number]): string {
  const help = chart.of.length === 1 ? chart.of[0]!.help.replace(/\.$/, "") : "";
  return help || chart.title.replace(/_(ms|s|bytes)$/, "").replaceAll("_", " ");
}

function ChartGrid(props: { charts: ReturnType<typeof grouped>; data: Series }) {
  const { data } = props;
  const made = useMemo(
    () =>
      props.charts.map((chart) => {
        const length = Math.max(0, ...chart.of.map((one) => own(data.series, one.name)?.length ?? 0));
        const x = Array.from({ length }, (_, i) => data.from + i * data.step_s);
        const lines: Line[] = chart.of.map((one, i) => ({
          label: one.name.match(/_(p50|p95|p99)$/)?.[1] ?? one.name.replaceAll("_", " "),
          values: own(data.series, one.name) ?? [],
          token: LOOKS[i]![0],
          dash: LOOKS[i]![1] as number[] | undefined,
        }));
        return { chart, x, lines };
      }),
    [props.charts, data],
  );
  return (
    <div class="charts">
      {made.map(({ chart, x, lines }) => (
        <Chart
          key={chart.title}
          title={titleOf(chart)}
          x={x}
          lines={lines}
          unit={chart.unit}
          time
        />
      ))}
    </div>
  );
}

// What a server without a history has to say.
function Unremembered(props: { said: string; nodes: NodeState[] | null }) {
  return (
    <Panel title="Now">
      <dl class="tiles">
        <Load nodes={props.nodes} />
      </dl>
      <p class="empty untrusted">
        There is nothing else to see: {visible(props.said)}. Without a history nobody notices a bad
        problem. Start the server with <code>--history memory</code>, or with a folder that outlives
        it.
      </p>
    </Panel>
  );
}

export function OverviewPage() {
  const [window] = useWindow();
  const tenant = useCell(scope);
  const stats = useAsked<Stats>(
    `v1/stats${query({ window_s: window, by: "verdict", tenant })}`,
    ["verdict"],
  );
  const nodes = useAsked<{ nodes: NodeState[] }>("v1/nodes", ["node", "drain"]);
  const names = useAsked<{ series: SeriesName[] }>("v1/series", [], 60_000);
  const rows = nodes.data?.nodes ?? null;
  if (stats.trouble?.code === "no_history") {
    return <Unremembered said={stats.trouble.message} nodes={rows} />;
  }
  return (
    <>
      <Panel title="Now" aside={<WindowChoice />}>
        <Answer asked={stats}>{(data) => <Figures stats={data} nodes={rows} />}</Answer>
      </Panel>
      <Alarms tenant={tenant} idle={stats.data?.total === 0} />
      <Panel title="Verdicts by cause" hint="who could have brought it about">
        <Answer asked={stats}>{(data) => <Blame stats={data} tenant={tenant} />}</Answer>
      </Panel>
      <Panel title="How it has been" hint={tenant ? "of all tenants together" : undefined}>
        <Answer asked={names}>
          {({ series }) =>
            series.length ? <Charts names={series} window={window} /> : <Empty>No series.</Empty>
          }
        </Answer>
      </Panel>
    </>
  );
}
