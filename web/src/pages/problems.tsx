// Which problems can't be trusted: the worst first, what is wrong with each, and the verdicts that
// show it.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";

import { query } from "../api";
import { count, ms, score, share, visible } from "../format";
import { useAsked } from "../live";
import { usePaged } from "../paged";
import { link, place, scope, setParams, useCell } from "../state";
import type { Finding, ProblemPage, ProblemStats, VerdictPage } from "../types";
import { BundleButton } from "../ui/bundles";
import { Answer, Choice, Filter, Mix, Name, Panel, When } from "../ui/parts";
import { Table, type Column } from "../ui/table";
import { FINDING_KINDS, FindingList, shortKind } from "./findings";
import { VERDICT_COLUMNS } from "./verdict_columns";

const PAGE = 1000;
const TURNS = { types: ["finding"], everyMs: 20_000 };

const COLUMNS: Column<ProblemStats>[] = [
  {
    key: "problem",
    head: "Problem",
    cell: (row) => <Name text={row.problem} href={link("problems", row.problem)} />,
    order: (row) => row.problem,
  },
  {
    key: "findings",
    head: "What is wrong",
    cell: (row) =>
      row.findings?.length ? (
        <span class="tags">
          {row.findings.map((kind) => (
            <span key={kind} class="tag tag-warn">
              {shortKind(kind)}
            </span>
          ))}
        </span>
      ) : (
        <span class="dim">–</span>
      ),
    width: "204px",
    order: (row) => row.findings?.length ?? 0,
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
    key: "accepted",
    head: "Accepted",
    cell: (row) => share(row.accepted, row.total - row.masked),
    width: "92px",
    right: true,
    order: (row) => row.accepted / Math.max(1, row.total - row.masked),
  },
  {
    key: "mix",
    head: "Mix",
    cell: (row) => <Mix verdicts={row.verdicts} words={1} />,
    width: "164px",
    wide: true,
  },
  {
    key: "masked",
    head: "Masked",
    cell: (row) => share(row.masked, row.total),
    width: "76px",
    right: true,
    wider: true,
    order: (row) => row.masked / Math.max(1, row.total),
  },
  {
    key: "judge",
    head: "Judge faults",
    cell: (row) => <Bad value={row.checker_failures} />,
    width: "124px",
    right: true,
    order: (row) => row.checker_failures,
    help: "How often its checker or interactor broke down",
  },
  {
    key: "near",
    head: "Near limit",
    cell: (row) => <Bad value={row.near_limit} />,
    width: "96px",
    right: true,
    order: (row) => row.near_limit,
    help: "Verdicts with a test close to its time limit",
  },
  {
    key: "flips",
    head: "Flips",
    cell: (row) => <Bad value={row.flips} />,
    width: "88px",
    right: true,
    order: (row) => row.flips,
    help: "The same program judged again with another verdict",
  },
  {
    key: "cpu",
    head: "Slowest / limit",
    cell: (row) => `${ms(row.cpu_ms_max)} / ${ms(row.cpu_limit_ms)}`,
    width: "146px",
    right: true,
    wide: true,
    order: (row) => row.cpu_ms_max,
    help: "The most CPU time that a test of it took, beside its limit",
  },
  {
    key: "last",
    head: "Last",
    cell: (row) => <When at={row.last_time} />,
    width: "112px",
    wider: true,
    order: (row) => row.last_time,
  },
];

function Bad(props: { value: number | null | undefined }) {
  return props.value ? (
    <span class="warn">▲ {count(props.value)}</span>
  ) : (
    <span class="dim">{count(props.value)}</span>
  );
}

function Detail(props: { problem: string; row: ProblemStats | undefined; tenant: string }) {
  const { problem, row, tenant } = props;
  const verdicts = useAsked<VerdictPage>(
    `v1/verdicts${query({ problem, tenant, limit: 50 })}`,
    ["verdict"],
    15_000,
  );
  const found = useAsked<{ findings: Finding[] }>(
    `v1/findings${query({ tenant })}`,
    ["finding"],
    30_000,
  );
  const last = (verdicts.data?.verdicts ?? []).map((one) => one.id);
  const findings = (found.data?.findings ?? []).filter((one) => one.subject?.problem === problem);
  return (
    <Panel
      title="One problem"
      aside={
        <>
          <a class="button" href={link("verdicts", "", { problem })}>
            All its verdicts
          </a>
          <a class="button" href={link("problems")}>
            Close
          </a>
        </>
      }
    >
      <p class="whole untrusted">
        <strong>{visible(problem)}</strong>
      </p>
      {row && (
        <dl class="facts">
          <Fact name="Verdicts">{count(row.total)}</Fact>
          <Fact name="Accepted">{share(row.accepted, row.total - row.masked)}</Fact>
          <Fact name="Mean score">{score(row.mean_score)}</Fact>
          <Fact name="Masked">{count(row.masked)}</Fact>
          <Fact name="Slowest test">{ms(row.cpu_ms_max)}</Fact>
          <Fact name="Its limit">{ms(row.cpu_limit_ms)}</Fact>
          <Fact name="Flips">{count(row.flips)}</Fact>
          <Fact name="Judge faults">{count(row.checker_failures)}</Fact>
        </dl>
      )}
      {findings.length > 0 && <FindingList findings={findings} />}
      <h3>Last verdicts</h3>
      <p class="dim line">
        Each leads to its record.
        <BundleButton ids={last} name={`problem ${problem.slice(0, 20)}`} />
      </p>
      <Answer asked={verdicts}>
        {(page) => (
          <Table
            label="Last verdicts of the problem"
            columns={VERDICT_COLUMNS.filter((column) => column.key !== "problem")}
            rows={page.verdicts}
            rowKey={(one) => String(one.id)}
            low
            empty="The history has no verdict on it any more."
          />
        )}
      </Answer>
    </Panel>
  );
}

export function Fact(props: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

const ORDERS = [
  ["worst", "worst first"],
  ["count", "most verdicts first"],
  ["recent", "last judged first"],
] as const;

export function ProblemsPage() {
  const at = useCell(place);
  const order = at.params.order || "worst";
  const filter = (at.params.filter ?? "").toLowerCase();
  const kind = at.params.kind ?? "";
  const tenant = useCell(scope);
  const { asked, more, onEnd, onTop } = usePaged(
    `v1/problems/stats${query({ order, tenant })}`,
    PAGE,
    (page: ProblemPage) => page.problems,
    TURNS,
  );
  const all = asked.data;
  const rows = useMemo(
    () =>
      (all ?? []).filter(
        (row) =>
          (!filter || (row.problem ?? "").toLowerCase().includes(filter)) &&
          (!kind || (row.findings ?? []).includes(kind)),
      ),
    [all, filter, kind],
  );
  const picked = at.id ? (all ?? []).find((row) => row.problem === at.id) : undefined;
  const kinds = [["", "anything"], ...FINDING_KINDS] as [string, string][];
  return (
    <>
      {at.id && <Detail key={at.id} problem={at.id} row={picked} tenant={tenant} />}
      <Panel
        title="Problems"
        hint={all ? `${count(rows.length)}${more ? ", more below" : ""}` : undefined}
        aside={
          <>
            <Filter
              label="Name"
              value={at.params.filter ?? ""}
              onChange={(text) => setParams({ filter: text })}
              main
            />
            <Choice
              label="Fault"
              value={kind}
              options={kinds}
              onChange={(value) => setParams({ kind: value })}
            />
            <Choice
              label="Order"
              value={order}
              options={ORDERS}
              onChange={(value) => setParams({ order: value })}
            />
          </>
        }
      >
        <Answer asked={asked}>
          {() => (
            <Table
              label="Problems"
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.problem}
              picked={at.id}
              onEnd={onEnd}
              onTop={onTop}
              empty={
                filter || kind
                  ? "No problem among these is like that."
                  : "Nothing has been judged yet."
              }
            />
          )}
        </Answer>
      </Panel>
    </>
  );
}
