// The columns of lists of verdicts, wherever they are.
import { count, DASH, ms, score, visible } from "../format";
import { link } from "../state";
import type { VerdictRecord } from "../types";
import { Name, VerdictTag, When } from "../ui/parts";
import type { Column } from "../ui/table";

export const VERDICT_COLUMNS: Column<VerdictRecord>[] = [
  {
    key: "time",
    head: "When",
    cell: (row) => (
      <a href={link("verdicts", row.id)} title={visible(row.id)}>
        <When at={row.time} />
      </a>
    ),
    width: "112px",
  },
  {
    key: "verdict",
    head: "Verdict",
    cell: (row) => <VerdictTag verdict={row.verdict} masked={row.masked} />,
    width: "120px",
  },
  {
    key: "reason",
    head: "Reason",
    cell: (row) => <Name text={row.reason} />,
    width: "134px",
    wide: true,
  },
  {
    key: "cause",
    head: "Cause",
    cell: (row) => <Name text={row.cause} />,
    width: "104px",
    wider: true,
  },
  {
    key: "score",
    head: "Score",
    cell: (row) => score(row.score),
    width: "72px",
    right: true,
    order: (row) => row.score,
  },
  {
    key: "problem",
    head: "Problem",
    cell: (row) => <Name text={row.problem} href={link("problems", row.problem)} />,
  },
  {
    key: "run",
    head: "Run",
    cell: (row) => <Name text={row.run} href={row.run ? link("runs", row.run) : undefined} />,
  },
  {
    key: "step",
    head: "Step",
    cell: (row) => row.step ?? DASH,
    width: "60px",
    right: true,
    wider: true,
  },
  {
    key: "language",
    head: "Language",
    cell: (row) => <Name text={row.language} />,
    width: "94px",
    wide: true,
  },
  {
    key: "tests",
    head: "Tests",
    cell: (row) => (row.tests ? `${count(row.tests.passed)} / ${count(row.tests.total)}` : DASH),
    width: "118px",
    right: true,
    wide: true,
  },
  {
    key: "cpu",
    head: "CPU",
    cell: (row) => ms(row.cpu_ms),
    width: "76px",
    right: true,
    order: (row) => row.cpu_ms,
  },
  {
    key: "wait",
    head: "Wait",
    cell: (row) => ms(row.wait_ms),
    width: "76px",
    right: true,
    wider: true,
    order: (row) => row.wait_ms,
  },
  {
    key: "all",
    head: "In all",
    cell: (row) => ms(row.total_ms),
    width: "80px",
    right: true,
    wide: true,
    order: (row) => row.total_ms,
    help: "From its beginning to its end; sorts what is here, to find slow ones",
  },
  {
    key: "marks",
    head: "Marks",
    cell: (row) =>
      row.marks?.length ? (
        <span class="tags">
          {row.marks.map((mark) => (
            <span key={mark} class="tag tag-warn untrusted">
              {visible(mark).replaceAll("_", " ")}
            </span>
          ))}
        </span>
      ) : null,
    width: "170px",
  },
];
