// Long lists: page after page, as far down as somebody looks, with a bound on what is kept here.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { get, query, type Trouble } from "./api";
import { asTrouble, refreshes, type Asked } from "./live";
import { loginWanted, useCell } from "./state";

const MOST_ROWS = 10_000;
const TYPING_MS = 400; // filters are typed; the question waits for the end of a word

export interface Paged<Row> {
  asked: Asked<Row[]>;
  more: boolean; // than are here
  onEnd: () => void; // somebody looks at the last ones
}

// `path` may have parameters; `take` gets the rows and the cursor of the next page out of an answer.
export function usePaged<Page extends { next: string | number | null }, Row>(
  path: string,
  limit: number,
  take: (page: Page) => Row[],
): Paged<Row> {
  const [rows, setRows] = useState<Row[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [more, setMore] = useState(false);
  const next = useRef<string | number | null>(null);
  const busy = useRef<AbortController | null>(null);
  const refreshed = useCell(refreshes);

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
        next.current = got.next;
        setMore(got.next !== null);
        setTrouble(null);
      } catch (error) {
        if (abort.signal.aborted) return;
        const problem = asTrouble(error);
        if (problem.kind === "login") loginWanted.value = problem.message;
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
  }, [load, refreshed]);
  const onEnd = useCallback(() => {
    if (next.current !== null && (rows?.length ?? 0) < MOST_ROWS) void load(next.current);
  }, [load, rows?.length]);
  return { asked: { data: rows, trouble, at: 0, again: () => void load(null) }, more, onEnd };
}
