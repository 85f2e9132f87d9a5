// The small parts that every page is made of.
import type { ComponentChildren } from "preact";

import type { Trouble, TroubleKind } from "../api";
import { ago, count, DASH, moment, own, seconds, share, shortName, sum, visible } from "../format";
import type { Asked } from "../live";
import { link } from "../state";
import type { Counts } from "../types";

// A part of a page, with its heading; what stands beside the heading belongs to all of it.
export function Panel(props: {
  title: string;
  aside?: ComponentChildren;
  hint?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="panel">
      <header class="panel-head">
        <h2>{props.title}</h2>
        {props.hint && <span class="hint">{props.hint}</span>}
        {props.aside && <div class="panel-aside">{props.aside}</div>}
      </header>
      {props.children}
    </section>
  );
}

function headOf(kind: TroubleKind, stale: boolean | undefined): string {
  if (kind === "missing") return "This server doesn’t have it.";
  if (kind === "refused") return "Your token may not see this.";
  return stale ? "Not refreshed; these are the last figures." : "This can’t be shown.";
}

export function TroubleNote(props: {
  trouble: Trouble;
  again?: () => void;
  stale?: boolean;
  title?: string;
}) {
  const { trouble } = props;
  const missing = trouble.kind === "missing" || trouble.kind === "refused";
  return (
    <div class={`note ${missing ? "note-quiet" : "note-bad"}`} role={missing ? "note" : "alert"}>
      <span aria-hidden="true">{missing ? "○" : "⚠"}</span>
      <div class="note-text">
        <strong>
          {props.title ?? headOf(trouble.kind, props.stale)}
        </strong>{" "}
        <span class="untrusted">{visible(trouble.message)}</span>
      </div>
      {props.again && !missing && (
        <button type="button" onClick={props.again}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Empty(props: { children: ComponentChildren }) {
  return <p class="empty">{props.children}</p>;
}

// What was asked for: on its way, not to be had and why, or there. Figures that came stay when a
// later question fails, and say so.
export function Answer<T>(props: {
  asked: Asked<T>;
  children: (data: T) => ComponentChildren;
  missing?: ComponentChildren;
}) {
  const { data, trouble, again } = props.asked;
  if (trouble?.kind === "missing" && props.missing !== undefined) return <>{props.missing}</>;
  if (data === null && trouble === null) {
    return (
      <p class="loading" role="status">
        Loading…
      </p>
    );
  }
  // Of a server that is gone the frame speaks, once for all that is shown.
  const said = trouble?.kind === "login" || (trouble?.kind === "unreachable" && data !== null);
  return (
    <>
      {trouble && !said && (
        <TroubleNote trouble={trouble} again={again} stale={data !== null} />
      )}
      {data !== null && props.children(data)}
    </>
  );
}

export function Tile(props: {
  label: string;
  value: string;
  hint?: string;
  tone?: "bad" | "warn";
  meter?: number;
  href?: string; // where one sees more
}) {
  const value = <span class="tile-value">{props.value}</span>;
  return (
    <div class={`tile ${props.tone ? `tile-${props.tone}` : ""}`}>
      <dt>{props.label}</dt>
      <dd>
        {props.href ? <a href={props.href}>{value}</a> : value}
        {props.hint && <span class="tile-hint">{props.hint}</span>}
        {props.meter !== undefined && <Meter value={props.meter} label={props.label} />}
      </dd>
    </div>
  );
}

export function Meter(props: { value: number; label: string }) {
  const value = Math.min(1, Math.max(0, props.value || 0));
  return (
    <span class="meter" role="img" aria-label={`${props.label}: ${share(value, 1)}`}>
      <span class="meter-fill" style={{ width: `${100 * value}%` }} />
    </span>
  );
}

// ---- verdicts ----

interface Look {
  sign: string;
  says: string;
}
const VERDICTS: Record<string, Look> = {
  AC: { sign: "✓", says: "accepted" },
  WA: { sign: "✕", says: "wrong answer" },
  PE: { sign: "≈", says: "presentation error" },
  TLE: { sign: "◷", says: "time limit" },
  MLE: { sign: "▤", says: "memory limit" },
  OLE: { sign: "⇥", says: "output limit" },
  RE: { sign: "!", says: "runtime error" },
  CE: { sign: "#", says: "compile error" },
  JE: { sign: "⚖", says: "judge error: no verdict" },
  IE: { sign: "∅", says: "internal error: no verdict" },
};
export const VERDICT_ORDER = Object.keys(VERDICTS);

const known = (verdict: string) => (own(VERDICTS, verdict) ? verdict : "other");

export function VerdictTag(props: { verdict: string; masked?: boolean }) {
  const look = own(VERDICTS, props.verdict) ?? { sign: "?", says: "unknown" };
  return (
    <span class={`verdict v-${known(props.verdict)}`} title={look.says}>
      <span aria-hidden="true">{look.sign}</span> {visible(props.verdict)}
      {props.masked && <span class="masked"> masked</span>}
    </span>
  );
}

// The share of each verdict: a bar for the eye, and the largest ones in words.
export function Mix(props: { verdicts: Counts | undefined; words?: number }) {
  const all = sum(props.verdicts);
  if (!props.verdicts || all === 0) return <span class="dim">{DASH}</span>;
  const parts = Object.entries(props.verdicts)
    .filter(([, n]) => n > 0)
    .sort((a, b) => VERDICT_ORDER.indexOf(a[0]) - VERDICT_ORDER.indexOf(b[0]));
  const largest = [...parts].sort((a, b) => b[1] - a[1]).slice(0, props.words ?? 2);
  const words = parts.map(([verdict, n]) => `${verdict} ${count(n)}`).join(", ");
  return (
    <span class="mix" title={words}>
      <span class="mix-bar" aria-hidden="true">
        {parts.map(([verdict, n]) => (
          <span key={verdict} class={`mix-part v-${known(verdict)}`} style={{ flexGrow: n }} />
        ))}
      </span>
      <span class="mix-words">
        {largest.map(([verdict, n]) => (
          <span key={verdict}>{`${visible(verdict)} ${Math.round((100 * n) / all)} % `}</span>
        ))}
      </span>
    </span>
  );
}

// ---- times and names ----

export function When(props: { at: number | null | undefined; full?: boolean }) {
  if (!props.at) return <span class="dim">{DASH}</span>;
  const exact = moment(props.at);
  return (
    <time dateTime={new Date(props.at * 1000).toISOString()} title={exact}>
      {props.full ? exact : ago(props.at)}
    </time>
  );
}

export function Until(props: { at: number | null }) {
  if (!props.at) return <span class="dim">{DASH}</span>;
  const left = props.at - Date.now() / 1000;
  return (
    <time dateTime={new Date(props.at * 1000).toISOString()} title={moment(props.at)}>
      {left > 0 ? `in ${seconds(left)}` : "now"}
    </time>
  );
}

// A name that somebody else chose: one line, cut where it must be, whole in its title.
export function Name(props: { text: string | null | undefined; href?: string; none?: string }) {
  const text = visible(props.text);
  if (!text) return <span class="dim">{props.none ?? DASH}</span>;
  const shown = shortName(text);
  if (!props.href) {
    return (
      <span class="name untrusted" title={text}>
        {shown}
      </span>
    );
  }
  return (
    <a class="name untrusted" href={props.href} title={text}>
      {shown}
    </a>
  );
}

export function Id(props: { text: string | null | undefined }) {
  return <code class="name untrusted">{visible(props.text) || DASH}</code>;
}

const SUBJECT_PAGES = { problem: "problems", run: "runs", node: "nodes" } as const;

export function SubjectLink(props: { subject: Record<string, string | undefined> }) {
  for (const [kind, page] of Object.entries(SUBJECT_PAGES)) {
    const name = props.subject[kind];
    if (name) {
      return (
        <span class="subject">
          {kind} <Name text={name} href={link(page, name)} />
        </span>
      );
    }
  }
  return null;
}

export function Choice(props: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.options.map(([value, text]) => (
          <option key={value} value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Filter(props: {
  label: string;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
  main?: boolean; // "/" leads here
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        type="search"
        value={props.value}
        placeholder={props.placeholder}
        data-filter={props.main ? "main" : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}
