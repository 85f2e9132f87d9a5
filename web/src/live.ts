// Keeps what is shown fresh. Events of the server (SSE) say when something changed; where they don't
// come, the page asks again every few seconds. A page that nobody sees asks nothing.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { address, get, Trouble } from "./api";
import { Cell, loginWanted, useCell } from "./state";

export type Link = "connecting" | "live" | "polling" | "paused";
export const linkState = new Cell<Link>("connecting");
export const paused = new Cell(false);
export const refreshes = new Cell(0); // raised by "refresh now"

const POLL_MS = 5_000;
const POLL_BESIDE_EVENTS_MS = 20_000;
const AFTER_EVENT_MS = 1_500; // events come by the thousand; they are answered together
const RETRY_MS = 15_000; // twice as long after each failure, as where there is no such route
const MOST_DOUBLINGS = 5;

type Listener = { types: readonly string[]; tell: () => void };
const listeners = new Set<Listener>();
let source: EventSource | null = null;
let retry: number | undefined;
let failures = 0;

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
  if (paused.value || document.hidden || loginWanted.value !== null) return;
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
    source?.close();
    source = null;
    linkState.value = paused.value ? "paused" : "polling";
    retry = window.setTimeout(connect, RETRY_MS * 2 ** Math.min(failures++, MOST_DOUBLINGS));
  };
}

export function disconnect() {
  clearTimeout(retry);
  source?.close();
  source = null;
}

paused.watch((now) => {
  if (now) {
    disconnect();
    linkState.value = "paused";
  } else {
    linkState.value = "connecting";
    connect();
    refreshes.value++;
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return disconnect();
  connect();
  refreshes.value++;
});
loginWanted.watch((why) => {
  if (why !== null) return disconnect();
  connect();
  refreshes.value++;
});

export interface Asked<T> {
  data: T | null;
  trouble: Trouble | null;
  at: number; // when data came, ms
  again: () => void;
}

export function asTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error;
  return new Trouble("failed", error instanceof Error ? error.message : String(error));
}

// Asks `path` (null: nothing), and again when an event of `types` comes or time has passed. `more`
// is added to each question: what depends on when it is asked.
export function useAsked<T>(
  path: string | null,
  types: readonly string[] = [],
  everyMs = POLL_MS,
  more?: () => string,
): Asked<T> {
  const [state, setState] = useState<{
    path: string | null;
    data: T | null;
    trouble: Trouble | null;
    at: number;
  }>({ path, data: null, trouble: null, at: 0 });
  const running = useRef<AbortController | null>(null);

  const ask = useCallback(async () => {
    if (path === null || running.current) return;
    const abort = new AbortController();
    running.current = abort;
    try {
      const data = await get<T>(path + (more?.() ?? ""), abort.signal);
      setState({ path, data, trouble: null, at: Date.now() });
    } catch (error) {
      if (abort.signal.aborted) return;
      const trouble = asTrouble(error);
      if (trouble.kind === "login") loginWanted.value = trouble.message;
      setState((old) => ({ ...old, path, data: old.path === path ? old.data : null, trouble }));
    } finally {
      if (running.current === abort) running.current = null;
    }
  }, [path]);

  useEffect(() => {
    void ask();
    let later: number | undefined;
    const tell = () => {
      later ??= window.setTimeout(() => {
        later = undefined;
        if (!paused.value && !document.hidden) void ask();
      }, AFTER_EVENT_MS);
    };
    const listener = { types, tell };
    listeners.add(listener);
    let last = Date.now();
    const timer = window.setInterval(() => {
      if (paused.value || document.hidden || loginWanted.value !== null) return;
      const wait =
        linkState.value === "live" && types.length ? Math.max(everyMs, POLL_BESIDE_EVENTS_MS) : everyMs;
      if (Date.now() - last < wait) return;
      last = Date.now();
      void ask();
    }, 1_000);
    const stop = refreshes.watch(() => void ask());
    return () => {
      stop();
      clearInterval(timer);
      clearTimeout(later);
      listeners.delete(listener);
      running.current?.abort();
      running.current = null;
    };
  }, [ask, types.join(), everyMs]);

  const fresh = state.path === path;
  return {
    data: fresh ? state.data : null,
    trouble: fresh ? state.trouble : null,
    at: state.at,
    again: () => void ask(),
  };
}

export function useLink(): Link {
  return useCell(linkState);
}
