// Long lists: page after page, as far down as somebody looks, with a bound on what is kept here. The
// first page stays fresh while somebody looks at its top; who has gone down reads what stands still.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { get, query, type Trouble } from "./api";
import { heed, settledBy, useTurns, type Asked } from "./live";

const MOST_ROWS = 10_000;
const TYPING_MS = 400; // filters are typed; the question waits for the end of a word

export interface Paged<Row> {
  asked: Asked<Row[]>;
  more: boolean; // than are here
  onEnd: () => void; // somebody looks at the last ones
  onTop: (atTop: boolean) => void; // or at the first, or doesn't
}

export interface Turns {
  types: readonly string[]; // events that change the list
  everyMs: number;
}

// `path` may have parameters; `take` gets the rows and the cursor of the next page out of an answer.
export function usePaged<Page extends { next: string | number | null }, Row>(
  path: string,
  limit: number,
  take: (page: Page) => Row[],
  turns: Turns,
): Paged<Row> {
  const [rows, setRows] = useState<Row[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [more, setMore] = useState(false);
  const next = useRef<string | number | null>(null);
  const busy = useRef<AbortController | null>(null);
  const atTop = useRef(true);
  const paging = useRef(false); // there are more pages than the first
  const failed = useRef(false);
  const settled = useRef(false);

  const load = useCallback(
    async (before: string | number | null) => {
      if (busy.current) return;
      const abort = new AbortController();
      busy.current = abort;
      const page = query({ limit, before });
      try {
        const got = await get<Page>(
          path + (path.includes("?") ? page.replace("?", "&") : page),
          abort.signal,
        );
        setRows((old) => (before === null ? take(got) : [...(old ?? []), ...take(got)]));
        paging.current = before !== null;
        next.current = got.next;
        setMore(got.next !== null);
        setTrouble(null);
        failed.current = false;
      } catch (error) {
        if (abort.signal.aborted) return;
        const problem = heed(error);
        failed.current = true;
        settled.current = settledBy(problem);
        setTrouble(problem);
      } finally {
        if (busy.current === abort) busy.current = null;
      }
    },
    [path, limit],
  );
  useEffect(() => {
    next.current = null;
    const later = setTimeout(() => void load(null), rows === null ? 0 : TYPING_MS);
    return () => {
      clearTimeout(later);
      busy.current?.abort();
      busy.current = null;
    };
  }, [load]);
  const turn = useCallback(
    (anew: boolean) => {
      // Whoever reads further down, or filters what is here, keeps it.
      const still = !atTop.current || (paging.current && !anew);
      if (failed.current ? anew || !settled.current : !still) void load(null);
    },
    [load],
  );
  useTurns(turn, turns.types, turns.everyMs);
  const onEnd = useCallback(() => {
    if (next.current !== null && (rows?.length ?? 0) < MOST_ROWS) void load(next.current);
  }, [load, rows?.length]);
  const onTop = useCallback((top: boolean) => void (atTop.current = top), []);
  return { asked: { data: rows, trouble, again: () => void load(null) }, more, onEnd, onTop };
}
