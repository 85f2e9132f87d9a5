// The end of the server's log, as it grows.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { get, query, type Trouble } from "../api";
import { count, moment, own, visible } from "../format";
import { heed, refreshes, resting, settledBy } from "../live";
import { place, setParams, useCell } from "../state";
import type { LogLine, LogPage } from "../types";
import { Answer, Choice, Filter, Panel } from "../ui/parts";
import { Table, type Column } from "../ui/table";

const MOST_LINES = 5_000;
const PAGE = 500;
const EVERY_MS = 2_000;

const LEVELS = [
  ["", "all"],
  ["debug", "debug and worse"],
  ["info", "info and worse"],
  ["warn", "warnings and worse"],
  ["error", "errors"],
] as const;
const SIGNS: Record<string, string> = { error: "✖", critical: "✖", warn: "▲", warning: "▲" };

interface Line extends LogLine {
  key: string;
}

const COLUMNS: Column<Line>[] = [
  {
    key: "time",
    head: "Time",
    cell: (line) => <span class="mono">{moment(line.time)}</span>,
    width: "176px",
  },
  {
    key: "level",
    head: "Level",
    cell: (line) => (
      <span class={`level l-${own(SIGNS, line.level) ? line.level : "info"}`}>
        {own(SIGNS, line.level) && <span aria-hidden="true">{own(SIGNS, line.level)} </span>}
        {visible(line.level)}
      </span>
    ),
    width: "78px",
  },
  {
    key: "request",
    head: "Request",
    cell: (line) =>
      line.request ? (
        <button
          type="button"
          class="plain-button name untrusted mono"
          title={`Only lines of ${visible(line.request)}`}
          onClick={() => setParams({ filter: line.request ?? "" })}
        >
          {visible(line.request)}
        </button>
      ) : null,
    width: "124px",
    wide: true,
  },
  {
    key: "message",
    head: "Message",
    cell: (line) => (
      <span class="name untrusted mono" title={visible(line.message)}>
        {visible(line.message)}
      </span>
    ),
  },
];

// Asks for what came since; keeps the newest lines.
function useTail(level: string) {
  const [lines, setLines] = useState<Line[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const refreshed = useCell(refreshes);
  const after = useRef<string | number | null>(null);
  const number = useRef(0);
  useEffect(() => {
    const abort = new AbortController();
    let later: number | undefined;
    after.current = null;
    let first = true; // what is shown stays until there is something to show instead
    const ask = async () => {
      let full = false; // there is more already
      try {
        if (!resting()) {
          const page = await get<LogPage>(
            `v1/logs${query({ level, after: after.current, limit: PAGE })}`,
            abort.signal,
          );
          after.current = page.next ?? after.current;
          full = page.lines.length >= PAGE;
          const came = page.lines.map((line) => ({ ...line, key: String(number.current++) }));
          const replaces = first;
          first = false;
          setLines((old) => [...(replaces ? [] : (old ?? [])), ...came].slice(-MOST_LINES));
          setTrouble(null);
        }
      } catch (error) {
        if (abort.signal.aborted) return;
        const problem = heed(error);
        setTrouble(problem);
        if (settledBy(problem)) return;
      }
      later = window.setTimeout(ask, full ? 0 : EVERY_MS);
    };
    void ask();
    return () => {
      abort.abort();
      clearTimeout(later);
    };
  }, [level, refreshed]);
  return { data: lines, trouble, again: () => void refreshes.value++ };
}

export function LogsPage() {
  const at = useCell(place);
  const level = at.params.level ?? "";
  const filter = (at.params.filter ?? "").toLowerCase();
  const asked = useTail(level);
  const [follow, setFollow] = useState(true);
  const shown = useMemo(
    () =>
      (asked.data ?? []).filter(
        (line) =>
          !filter ||
          line.message.toLowerCase().includes(filter) ||
          (line.request ?? "").toLowerCase().includes(filter),
      ),
    [asked.data, filter],
  );
  return (
    <Panel
      title="Logs"
      hint={asked.data ? `${count(shown.length)} lines` : undefined}
      aside={
        <>
          <Filter
            label="Text or request"
            value={at.params.filter ?? ""}
            onChange={(text) => setParams({ filter: text })}
            main
          />
          <Choice
            label="Level"
            value={level}
            options={LEVELS}
            onChange={(value) => setParams({ level: value })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={follow}
              onChange={(event) => setFollow(event.currentTarget.checked)}
            />
            Follow
          </label>
        </>
      }
    >
      <Answer asked={asked}>
        {() => (
          <Table
            label="Log lines"
            columns={COLUMNS}
            rows={shown}
            rowKey={(line) => line.key}
            tail={follow}
            empty={filter ? "No line has that in it." : "Nothing has been logged yet."}
          />
        )}
      </Answer>
    </Panel>
  );
}
