// What the history found by itself: each finding with what to look at, the verdicts that show it, and
// their bundles.
import { query } from "../api";
import { count, own, visible } from "../format";
import { link } from "../state";
import type { Finding } from "../types";
import { BundleButton } from "../ui/bundles";
import { SubjectLink, When } from "../ui/parts";

interface Kind {
  title: string;
  short: string; // where there is little room
  look: string; // at what, to know whether rewards can be trusted
}

const KINDS: Record<string, Kind> = {
  problem_all_fail: {
    title: "everybody fails",
    short: "all fail",
    look: "Judge a program known to be right, and read the expectation where it fails.",
  },
  problem_all_pass: {
    title: "everybody passes",
    short: "all pass",
    look: "Judge a program known to be wrong: tests that accept it test nothing.",
  },
  checker_crashes: {
    title: "the judge breaks down",
    short: "judge crashes",
    look: "Rejudge one, and read its judge’s stderr.",
  },
  near_limit: {
    title: "tests near their limit",
    short: "near limit",
    look: "Raise the limit, or calibrate this host: right programs lose by chance.",
  },
  verdict_flips: {
    title: "verdicts flip",
    short: "flips",
    look: "Rejudge the same program several times: does the problem, or its judge, throw dice?",
  },
  reward_concentrated: {
    title: "reward from few problems",
    short: "much of the reward",
    look: "Read the programs that pass on the problems that give it.",
  },
  infrastructure_share: {
    title: "verdicts lost by our fault",
    short: "infrastructure",
    look: "Read this node’s log, and assay doctor there.",
  },
  groups_without_variance: {
    title: "groups without variance",
    short: "flat groups",
    look: "Leave out what everybody solves or nobody does: it gives no gradient.",
  },
  pass_without_reading: {
    title: "passes without reading its input",
    short: "passes without reading",
    look: "Read the programs: is the output always the same?",
  },
  constant_output: {
    title: "the same output for every input",
    short: "constant output",
    look: "Read the programs, and add tests with other answers.",
  },
  special_cased_inputs: {
    title: "test inputs in the program",
    short: "special cases",
    look: "The tests are known to the model: replace them.",
  },
  early_exit: {
    title: "ends before it is called",
    short: "early exit",
    look: "Read the programs: they end so that nothing tests them.",
  },
  reward_jump: {
    title: "the reward jumps",
    short: "jump",
    look: "Read programs of the steps on both sides: learning rises slowly, a leak is a step.",
  },
};

export const FINDING_KINDS: readonly (readonly [kind: string, short: string])[] = Object.entries(
  KINDS,
).map(([kind, { short }]) => [kind, short]);

export const shortKind = (kind: string) => own(KINDS, kind)?.short ?? visible(kind).replaceAll("_", " ");
const titleOf = (kind: string) => own(KINDS, kind)?.title ?? visible(kind).replaceAll("_", " ");

const SEVERITIES: Record<string, string> = { serious: "✖", warning: "▲", note: "●" };
const SHOWN_EVIDENCE = 5;

const rank = (finding: Finding) => {
  const at = Object.keys(SEVERITIES).indexOf(finding.severity);
  return at < 0 ? Object.keys(SEVERITIES).length : at;
};

// "5 serious, 1 warning"
export function tally(findings: Finding[]): string {
  return Object.keys(SEVERITIES)
    .map((severity) => [severity, findings.filter((one) => one.severity === severity).length] as const)
    .filter(([, n]) => n > 0)
    .map(([severity, n]) => `${n} ${severity}${n === 1 || severity === "serious" ? "" : "s"}`)
    .join(", ");
}

const SUBJECTS = ["problem", "run", "node"] as const;
const subjectOf = (finding: Finding) =>
  SUBJECTS.map((kind) => finding.subject?.[kind] ?? "").find((name) => name !== "") ?? "";

// Where one sees more of the same: all verdicts on the problem, of the run; of a node what it lost.
function aboutIt(finding: Finding): Record<string, string> {
  const { problem, run } = finding.subject ?? {};
  if (problem) return { problem };
  return run ? { run } : { cause: "infrastructure" };
}

function One(props: { finding: Finding }) {
  const { finding } = props;
  const evidence = finding.evidence ?? [];
  return (
    <li class={`finding f-${own(SEVERITIES, finding.severity) ? finding.severity : "note"}`}>
      <span class="finding-sign">
        <span aria-hidden="true">{own(SEVERITIES, finding.severity) ?? "●"}</span>{" "}
        {visible(finding.severity)}
      </span>
      <div class="finding-body">
        <strong class="untrusted">{titleOf(finding.kind)}</strong>{" "}
        <SubjectLink subject={finding.subject ?? {}} />
        <p class="untrusted">{visible(finding.text)}</p>
        {own(KINDS, finding.kind) && <p class="dim">→ {KINDS[finding.kind]!.look}</p>}
      </div>
      <div class="finding-more">
        <span>
          <span title="Verdicts that show it">{count(finding.count)}×</span>{" "}
          <span class="dim">
            since <When at={finding.since} />
          </span>
        </span>
        <span class="finding-evidence">
          {evidence.slice(0, SHOWN_EVIDENCE).map((id, n) => (
            <a key={id} href={link("verdicts", id)} title={`Verdict ${visible(id)}`}>
              {n === 0 ? "evidence 1" : `${n + 1}`}
            </a>
          ))}
          <a href={link("verdicts", "", aboutIt(finding))}>{evidence.length ? "all" : "its verdicts"}</a>
        </span>
        <BundleButton
          ids={evidence}
          search={query(aboutIt(finding))}
          name={`${finding.kind} ${subjectOf(finding).slice(0, 20)}`}
        />
      </div>
    </li>
  );
}

export function FindingList(props: { findings: Finding[] }) {
  const findings = [...props.findings].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
  return (
    <ul class="findings" tabIndex={0} aria-label="Findings">
      {findings.map((finding) => (
        <One key={`${finding.kind} ${subjectOf(finding)}`} finding={finding} />
      ))}
    </ul>
  );
}
