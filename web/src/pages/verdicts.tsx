// Verdicts by what they are about, and one of them with all that is known of it.
import { address, query } from "../api";
import { count, DASH, ms, score, visible } from "../format";
import { useAsked } from "../live";
import { usePaged } from "../paged";
import { link, place, scope, setParams, useCell } from "../state";
import type { VerdictDetail, VerdictPage } from "../types";
import {
  Answer,
  Choice,
  Empty,
  Filter,
  Id,
  Name,
  Panel,
  VERDICT_ORDER,
  VerdictTag,
  When,
} from "../ui/parts";
import { Table } from "../ui/table";
import { Fact } from "./problems";
import { VERDICT_COLUMNS } from "./verdict_columns";

const PAGE = 200;
const TURNS = { types: ["verdict"], everyMs: 5_000 };
const FILTERS = ["run", "problem", "verdict", "cause", "reason", "mark", "tenant", "language"];

const MARKS = [
  "pass_without_reading",
  "constant_output",
  "special_cased_inputs",
  "early_exit",
];
// Filters without a field of their own: links set them, a button takes them away.
const BY_LINK = ["reason", "language", "tenant"];

// ---- one verdict ----

function Timeline(props: { events: { event: string; at_ms: number }[] }) {
  const events = [...props.events].sort((a, b) => a.at_ms - b.at_ms);
  const end = Math.max(1, ...events.map((one) => one.at_ms));
  return (
    <ol class="timeline">
      {events.map((one, i) => {
        const until = events[i + 1]?.at_ms ?? end;
        return (
          <li key={i}>
            <span class="timeline-at">{ms(one.at_ms)}</span>
            <span class="timeline-bar" aria-hidden="true">
              <span
                style={{
                  marginLeft: `${(100 * one.at_ms) / end}%`,
                  width: `${(100 * (until - one.at_ms)) / end}%`,
                }}
              />
            </span>
            <span class="untrusted">{visible(one.event).replaceAll("_", " ")}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Excerpt(props: { title: string; text: string | undefined }) {
  if (!props.text) return null;
  return (
    <div class="excerpt">
      <h3>{props.title}</h3>
      <pre tabIndex={0} aria-label={props.title} class="untrusted">
        {visible(props.text)}
      </pre>
    </div>
  );
}

function One(props: { record: VerdictDetail }) {
  const { record } = props;
  const tests = record.tests;
  // An address of this server, or nothing: what else stands there isn't followed.
  const bundle = record.bundle && /^\/?v1\//.test(record.bundle) ? address(record.bundle) : null;
  return (
    <>
      <dl class="facts">
        <Fact name="Verdict">
          <VerdictTag verdict={record.verdict} masked={record.masked} />
        </Fact>
        <Fact name="Cause">{visible(record.cause) || DASH}</Fact>
        <Fact name="Reason">
          <Name
            text={record.reason}
            href={link("verdicts", "", { reason: record.reason, problem: record.problem ?? "" })}
          />
        </Fact>
        <Fact name="Score">{score(record.score)}</Fact>
        <Fact name="Tests passed">
          {tests ? `${count(tests.passed)} of ${count(tests.total)}` : DASH}
          {tests?.first_failed != null && `, first failed: ${tests.first_failed}`}
        </Fact>
        <Fact name="CPU / limit">
          {ms(record.cpu_ms)} / {ms(record.cpu_limit_ms)}
        </Fact>
        <Fact name="Memory">{record.memory_mb == null ? DASH : `${count(record.memory_mb)} MiB`}</Fact>
        <Fact name="Wait">{ms(record.wait_ms)}</Fact>
        <Fact name="In all">{ms(record.total_ms)}</Fact>
        <Fact name="From the cache">{record.cached ? "yes" : "no"}</Fact>
        <Fact name="Problem">
          <Name text={record.problem} href={link("problems", record.problem)} />
        </Fact>
        <Fact name="Run">
          <Name text={record.run} href={record.run ? link("runs", record.run) : undefined} />
        </Fact>
        <Fact name="Step">{record.step ?? DASH}</Fact>
        <Fact name="Group">
          <Name text={record.group} />
        </Fact>
        <Fact name="Sample">
          <Name text={record.sample} />
        </Fact>
        <Fact name="Language">
          <Name text={record.language} />
        </Fact>
        <Fact name="Tenant">
          <Name text={record.tenant} />
        </Fact>
        <Fact name="Node">
          <Name text={record.node} />
        </Fact>
        <Fact name="Route">
          <Id text={record.route} />
        </Fact>
        <Fact name="Judged">
          <When at={record.time} full />
        </Fact>
        <Fact name="Program’s SHA-256">
          <Id text={record.code_sha256} />
        </Fact>
      </dl>
      {record.message && (
        <p class="note note-quiet">
          <span class="untrusted">{visible(record.message)}</span>
        </p>
      )}
      {(record.marks ?? []).length > 0 && (
        <p>
          <span class="dim">Marks: </span>
          <span class="tags">
            {record.marks.map((mark) => (
              <a
                key={mark}
                class="tag tag-warn untrusted"
                href={link("verdicts", "", { mark, problem: record.problem ?? "" })}
              >
                {visible(mark).replaceAll("_", " ")}
              </a>
            ))}
          </span>
        </p>
      )}
      <h3>How it went</h3>
      {record.timeline?.length ? (
        <Timeline events={record.timeline} />
      ) : (
        <Empty>Nothing was kept of how it went.</Empty>
      )}
      <Excerpt title="Program" text={record.excerpts?.code} />
      <Excerpt title="stdout" text={record.excerpts?.stdout} />
      <Excerpt title="stderr" text={record.excerpts?.stderr} />
      <h3>Judge it again</h3>
      {bundle ? (
        <p>
          <a class="button" href={bundle} download={`assay-${record.id}.json`}>
            Rejudge bundle
          </a>{" "}
          <span class="dim">
            for <code>assay rejudge FILE</code>. It holds expected outputs: keep it from the model.
          </span>
        </p>
      ) : (
        <Empty>No bundle was kept of it.</Empty>
      )}
    </>
  );
}

function Detail(props: { id: string }) {
  const asked = useAsked<VerdictDetail>(`v1/verdicts/${encodeURIComponent(props.id)}`, [], 60_000);
  return (
    <Panel
      title="One verdict"
      hint={visible(props.id)}
      aside={
        <a class="button" href={link("verdicts", "", place.value.params)}>
          Close
        </a>
      }
    >
      <Answer asked={asked}>{(record) => <One record={record} />}</Answer>
    </Panel>
  );
}

// ---- the list ----

function ByLink(props: { params: Record<string, string>; clear: (name: string) => void }) {
  const set = BY_LINK.filter((name) => props.params[name]);
  if (!set.length) return null;
  return (
    <p class="chips">
      {set.map((name) => (
        <button key={name} type="button" class="small" onClick={() => props.clear(name)}>
          <span class="untrusted">
            {name}: {visible(props.params[name])}
          </span>{" "}
          <span aria-hidden="true">✕</span>
          <span class="sr">, any again</span>
        </button>
      ))}
    </p>
  );
}

export function VerdictsPage() {
  const at = useCell(place);
  const tenant = useCell(scope);
  const search = query({
    tenant,
    ...Object.fromEntries(FILTERS.map((name) => [name, at.params[name]]).filter(([, to]) => to)),
  });
  const { asked, more, onEnd, onTop } = usePaged(
    `v1/verdicts${search}`,
    PAGE,
    (page: VerdictPage) => page.verdicts,
    TURNS,
  );
  const set = (name: string) => (value: string) => setParams({ [name]: value });
  const words = (names: readonly string[]) =>
    [["", "any"], ...names.map((name) => [name, name.replaceAll("_", " ")])] as [string, string][];
  return (
    <>
      {at.id && <Detail key={at.id} id={at.id} />}
      <Panel
        title="Verdicts"
        hint={asked.data ? `${count(asked.data.length)}${more ? ", more below" : ""}` : undefined}
        aside={
          <>
            <Filter label="Problem" value={at.params.problem ?? ""} onChange={set("problem")} placeholder="whole name" main />
            <Filter label="Run" value={at.params.run ?? ""} onChange={set("run")} placeholder="whole name" />
            <Choice
              label="Verdict"
              value={at.params.verdict ?? ""}
              options={words(VERDICT_ORDER)}
              onChange={set("verdict")}
            />
            <Choice
              label="Cause"
              value={at.params.cause ?? ""}
              options={words(["candidate", "problem", "infrastructure", "cancelled"])}
              onChange={set("cause")}
            />
            <Choice
              label="Mark"
              value={at.params.mark ?? ""}
              options={words(MARKS)}
              onChange={set("mark")}
            />
          </>
        }
      >
        <ByLink params={at.params} clear={(name) => setParams({ [name]: "" })} />
        <Answer asked={asked}>
          {(rows) => (
            <Table
              label="Verdicts"
              columns={VERDICT_COLUMNS}
              rows={rows}
              rowKey={(row) => String(row.id)}
              picked={at.id}
              onEnd={onEnd}
              onTop={onTop}
              empty={
                search
                  ? "No verdict is like that."
                  : "No verdict yet. Every program that is judged, by whatever route, is one here."
              }
            />
          )}
        </Answer>
      </Panel>
    </>
  );
}
