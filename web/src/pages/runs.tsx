// One line a training run: whether its reward moves, jumps, or can teach nothing.
import { useMemo } from "preact/hooks";

import { query } from "../api";
import { count, ms, score, share, visible } from "../format";
import { useAsked } from "../live";
import { link, place, scope, setParams, useCell } from "../state";
import type { Finding, Run, Stats } from "../types";
import { Chart, Spark, type Line } from "../ui/chart";
import { Answer, Empty, Filter, Mix, Name, Panel, When } from "../ui/parts";
import { Table, type Column } from "../ui/table";
import { FindingList } from "./findings";
import { Fact } from "./problems";
import { useWindow, WindowChoice } from "./overview";

interface Row extends Run {
  wait: number | null;
}

const COLUMNS: Column<Row>[] = [
  {
    key: "run",
    head: "Run",
    cell: (row) => <Name text={row.run} href={link("runs", row.run)} none="(no run)" />,
    order: (row) => row.run,
  },
  {
    key: "last",
    head: "Last",
    cell: (row) => <When at={row.last_time} />,
    width: "112px",
    order: (row) => row.last_time,
  },
  {
    key: "total",
    head: "Verdicts",
    cell: (row) => count(row.total),
    width: "84px",
    right: true,
    order: (row) => row.total,
  },
  {
    key: "mean",
    head: "Mean score",
    cell: (row) => score(row.mean_score),
    width: "106px",
    right: true,
    order: (row) => row.mean_score,
  },
  {
    key: "steps",
    head: "By step",
    cell: (row) => {
      const at = new Map((row.steps ?? []).map((step, i) => [step.step, i]));
      const jumps = row.jumps ?? [];
      return (
        <Spark
          values={(row.steps ?? []).map((step) => step.mean_score)}
          marks={jumps.map((jump) => at.get(jump.step) ?? 0)}
          label={`mean score over ${row.steps?.length ?? 0} steps, ${jumps.length} jumps`}
        />
      );
    },
    width: "112px",
    wide: true,
  },
  {
    key: "jumps",
    head: "Jumps",
    cell: (row) =>
      row.jumps?.length ? <span class="warn">▲ {row.jumps.length}</span> : <span class="dim">0</span>,
    width: "70px",
    right: true,
    order: (row) => row.jumps?.length ?? 0,
    help: "Sudden changes of the mean score from one step to the next",
  },
  {
    key: "mix",
    head: "Verdicts’ mix",
    cell: (row) => <Mix verdicts={row.verdicts} />,
    width: "218px",
    wide: true,
  },
  {
    key: "masked",
    head: "Masked",
    cell: (row) => share(row.masked, row.total),
    width: "76px",
    right: true,
    order: (row) => row.masked / Math.max(1, row.total),
  },
  {
    key: "flat",
    head: "Flat groups",
    cell: (row) => share(row.groups?.without_variance, row.groups?.total),
    width: "104px",
    right: true,
    order: (row) => (row.groups?.without_variance ?? 0) / Math.max(1, row.groups?.total ?? 0),
    help: "Groups whose samples all have the same score: they give no advantage",
  },
  {
    key: "wait",
    head: "Wait p95",
    cell: (row) => ms(row.wait),
    width: "88px",
    right: true,
    wide: true,
    order: (row) => row.wait,
  },
];

function Detail(props: { run: Run; tenant: string }) {
  const { run } = props;
  const found = useAsked<{ findings: Finding[] }>(
    `v1/findings${query({ tenant: props.tenant })}`,
    ["finding"],
    30_000,
  );
  const findings = (found.data?.findings ?? []).filter((one) => one.subject?.run === run.run);
  const steps = run.steps ?? [];
  const jumps = run.jumps ?? [];
  const x = useMemo(() => steps.map((step) => step.step), [steps]);
  const lines = useMemo<Line[]>(
    () => [
      {
        label: "mean score",
        values: steps.map((step) => step.mean_score),
        token: "--line-1",
      },
    ],
    [steps],
  );
  return (
    <Panel
      title="One run"
      aside={
        <>
          <a class="button" href={link("verdicts", "", { run: run.run })}>
            Its verdicts
          </a>
          <a class="button" href={link("runs")}>
            Close
          </a>
        </>
      }
    >
      <p class="whole untrusted">
        <strong>{visible(run.run)}</strong>
      </p>
      <dl class="facts">
        <Fact name="Verdicts">{count(run.total)}</Fact>
        <Fact name="Mean score">{score(run.mean_score)}</Fact>
        <Fact name="Masked">{share(run.masked, run.total)}</Fact>
        <Fact name="Groups">{count(run.groups?.total)}</Fact>
        <Fact name="Without variance">{count(run.groups?.without_variance)}</Fact>
        <Fact name="Its mix">
          <Mix verdicts={run.verdicts} words={4} />
        </Fact>
        <Fact name="First">
          <When at={run.first_time} full />
        </Fact>
        <Fact name="Last">
          <When at={run.last_time} full />
        </Fact>
      </dl>
      {findings.length > 0 && <FindingList findings={findings} />}
      {steps.length ? (
        <Chart
          title="Mean score by step"
          x={x}
          lines={lines}
          unit=""
          time={false}
          height={200}
          marks={jumps.map((jump) => jump.step)}
        />
      ) : (
        <Empty>Its requests name no steps.</Empty>
      )}
      {jumps.length > 0 && (
        <ul class="plain">
          {jumps.map((jump) => (
            <li key={jump.step}>
              <span class="warn">▲</span> at step {jump.step} from {score(jump.from)} to{" "}
              {score(jump.to)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function RunsPage() {
  const at = useCell(place);
  const [window] = useWindow();
  const tenant = useCell(scope);
  const asked = useAsked<{ runs: Run[] }>(`v1/runs${query({ tenant })}`, ["verdict"]);
  const stats = useAsked<Stats>(
    `v1/stats${query({ window_s: window, by: "run", tenant })}`,
    [],
    15_000,
  );
  const filter = at.params.filter ?? "";
  const rows = useMemo(() => {
    const waits = new Map((stats.data?.rows ?? []).map((row) => [row.key, row.wait_ms?.p95 ?? null]));
    return (asked.data?.runs ?? [])
      .filter((run) => (run.run ?? "").toLowerCase().includes(filter.toLowerCase()))
      .map((run) => ({ ...run, wait: waits.get(run.run) ?? null }));
  }, [asked.data, stats.data, filter]);
  const picked = at.id ? asked.data?.runs.find((run) => run.run === at.id) : undefined;
  return (
    <>
      {picked && <Detail run={picked} tenant={tenant} />}
      {at.id && asked.data && !picked && (
        <Panel title="One run">
          <Empty>
            The history has no run of that name. <a href={link("runs")}>All runs</a>
          </Empty>
        </Panel>
      )}
      <Panel
        title="Runs"
        hint={asked.data ? count(asked.data.runs.length) : undefined}
        aside={
          <>
            <Filter
              label="Name"
              value={filter}
              onChange={(text) => setParams({ filter: text })}
              main
            />
            <WindowChoice />
          </>
        }
      >
        <Answer asked={asked}>
          {() => (
            <Table
              label="Runs"
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.run ?? ""}
              picked={at.id}
              empty={
                filter
                  ? "No run’s name has that in it."
                  : "No run yet: requests name theirs in origin.run, or in the header X-Assay-Run."
              }
            />
          )}
        </Answer>
      </Panel>
    </>
  );
}
