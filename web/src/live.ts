// Keeps what is shown fresh. Events of the server (SSE) say when something changed; where they don't
// come, the page asks again every few seconds. A page that nobody sees asks nothing, and of a server
// that doesn't answer only whether it is there again.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { address, get, getText, Trouble } from "./api";
import { Cell, loginWanted, useCell } from "./state";

export type Link = "connecting" | "live" | "polling" | "paused" | "away";
export const linkState = new Cell<Link>("connecting");
export const paused = new Cell(false);
export const refreshes = new Cell(0); // raised by "refresh now"
// When the server ceased to answer, ms; null: it answers.
export const awaySince = new Cell<number | null>(null);

const POLL_MS = 5_000;
const POLL_BESIDE_EVENTS_MS = 20_000;
const AFTER_EVENT_MS = 1_500; // events come by the thousand; they are answered together
const RETRY_MS = 2_000; // twice as long after each failure
const MOST_DOUBLINGS = 7;
const PROBE_MS = 1_000; // twice as long after each failure
const LONGEST_PROBE_MS = 15_000;

// Whether questions of the page's own accord should wait.
export function resting(): boolean {
  return paused.value || document.hidden || loginWanted.value !== null || awaySince.value !== null;
}

// ---- events ----

type Listener = { types: readonly string[]; tell: () => void };
const listeners = new Set<Listener>();
let source: EventSource | null = null;
let retry: number | undefined;
let failures = 0;
let eventless = false; // this server has no events: it keeps no history

function onEvent(event: MessageEvent) {
  let type = "";
  try {
    type = String(JSON.parse(event.data)?.type ?? "");
  } catch {
    return;
  }
  for (const listener of listeners) if (listener.types.includes(type)) listener.tell();
}

export function connect() {
  disconnect();
  if (resting()) return;
  if (eventless) {
    linkState.value = "polling";
    return;
  }
  source = new EventSource(address("v1/events"), { withCredentials: true });
  source.onopen = () => {
    failures = 0;
    linkState.value = "live";
  };
  source.onmessage = onEvent;
  for (const type of ["verdict", "drain", "finding", "node"]) {
    source.addEventListener(type, onEvent);
  }
  source.onerror = () => {
    // The browser tries again by itself, and without end where the route is missing.
    disconnect();
    if (resting()) return;
    linkState.value = "polling";
    retry = window.setTimeout(connect, RETRY_MS * 2 ** Math.min(failures++, MOST_DOUBLINGS));
  };
}

export function disconnect() {
  clearTimeout(retry);
  source?.close();
  source = null;
}

// ---- a server that is gone ----

let probe: number | undefined;

function probeLater(wait: number) {
  clearTimeout(probe);
  if (document.hidden) return; // who looks again asks at once
  probe = window.setTimeout(async () => {
    try {
      await getText("healthz");
    } catch (error) {
      // Whatever it says, a server that says something is there.
      if (asTrouble(error).kind === "unreachable") {
        return probeLater(Math.min(2 * wait, LONGEST_PROBE_MS));
      }
    }
    awaySince.value = null;
  }, wait);
}

awaySince.watch((since) => {
  if (since !== null) {
    disconnect();
    linkState.value = "away";
    probeLater(PROBE_MS);
    return;
  }
  clearTimeout(probe);
  begin();
});

export function askWhetherBack() {
  if (awaySince.value !== null) probeLater(0);
}

// ---- when to ask ----

function begin() {
  linkState.value = paused.value ? "paused" : "connecting";
  failures = 0;
  eventless = false; // another server may be there now
  connect();
  refreshes.value++;
}

paused.watch((now) => {
  if (awaySince.value !== null) return;
  if (!now) return begin();
  disconnect();
  linkState.value = "paused";
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    clearTimeout(probe);
    return disconnect();
  }
  if (awaySince.value !== null) return probeLater(0);
  if (!paused.value) begin();
});
loginWanted.watch((why) => {
  if (why !== null) return disconnect();
  begin();
});

export function asTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error;
  return new Trouble("failed", error instanceof Error ? error.message : String(error));
}

// A failed question's trouble, and what all of the page has to know of it.
export function heed(error: unknown): Trouble {
  const trouble = asTrouble(error);
  if (trouble.kind === "login") loginWanted.value = trouble.message;
  if (trouble.kind === "unreachable") awaySince.value ??= Date.now();
  if (trouble.code === "no_history") eventless = true;
  return trouble;
}

// Whether asking the same again without being told to can't help.
export function settledBy(trouble: Trouble | null): boolean {
  return trouble !== null && (trouble.kind === "missing" || trouble.kind === "refused");
}

// Calls `ask` when an event of `types` comes, or time has passed, or somebody wants everything anew
// (`anew`: that, nothing else).
export function useTurns(
  ask: (anew: boolean) => void,
  types: readonly string[],
  everyMs: number,
) {
  useEffect(() => {
    let later: number | undefined;
    let last = Date.now();
    const turn = (anew: boolean) => {
      last = Date.now();
      ask(anew);
    };
    const tell = () => {
      later ??= window.setTimeout(() => {
        later = undefined;
        if (!resting()) turn(false);
      }, AFTER_EVENT_MS);
    };
    const listener = { types, tell };
    listeners.add(listener);
    const timer = window.setInterval(() => {
      if (resting()) return;
      const beside = linkState.value === "live" && types.length > 0;
      if (Date.now() - last < (beside ? Math.max(everyMs, POLL_BESIDE_EVENTS_MS) : everyMs)) return;
      turn(false);
    }, 1_000);
    const stop = refreshes.watch(() => turn(true));
    return () => {
      stop();
      clearInterval(timer);
      clearTimeout(later);
      listeners.delete(listener);
    };
  }, [ask, types.join(), everyMs]);
}

// ---- questions ----

export interface Asked<T> {
  data: T | null;
  trouble: Trouble | null;
  again: () => void;
}

interface Held<T> {
  path: string | null;
  data: T | null;
  trouble: Trouble | null;
}

// Asks `path` (null: nothing), and again as `useTurns` says. `more` is added to each question: what
// depends on when it is asked.
export function useAsked<T>(
  path: string | null,
  types: readonly string[] = [],
  everyMs = POLL_MS,
  more?: () => string,
): Asked<T> {
  const [state, setState] = useState<Held<T>>({ path, data: null, trouble: null });
  const running = useRef<AbortController | null>(null);
  const settled = useRef(false);

  const ask = useCallback(
    async (anew: boolean) => {
      if (path === null || running.current || (settled.current && !anew)) return;
      const abort = new AbortController();
      running.current = abort;
      try {
        const data = await get<T>(path + (more?.() ?? ""), abort.signal);
        setState({ path, data, trouble: null });
        settled.current = false;
      } catch (error) {
        if (abort.signal.aborted) return;
        const trouble = heed(error);
        settled.current = settledBy(trouble);
        setState((old) => ({ path, data: old.path === path ? old.data : null, trouble }));
      } finally {
        if (running.current === abort) running.current = null;
      }
    },
    [path],
  );
  useEffect(() => {
    void ask(true);
    return () => {
      running.current?.abort();
      running.current = null;
    };
  }, [ask]);
  useTurns(ask, types, everyMs);

  const fresh = state.path === path;
  return {
    data: fresh ? state.data : null,
    trouble: fresh ? state.trouble : null,
    again: () => void ask(true),
  };
}

export function useLink(): Link {
  return useCell(linkState);
}
