// What the whole page knows: where it is, who looks, and whether events come. Cells are values that
// tell who watches them; hooks watch them for a component.
import { useEffect, useState } from "preact/hooks";

import type { WhoAmI } from "./types";

export class Cell<T> {
  private readonly watchers = new Set<(value: T) => void>();
  constructor(private held: T) {}
  get value(): T {
    return this.held;
  }
  set value(next: T) {
    if (next === this.held) return;
    this.held = next;
    for (const tell of [...this.watchers]) tell(next);
  }
  watch(tell: (value: T) => void): () => void {
    this.watchers.add(tell);
    return () => this.watchers.delete(tell);
  }
}

export function useCell<T>(cell: Cell<T>): T {
  const [value, set] = useState(() => cell.value);
  useEffect(() => {
    set(() => cell.value);
    return cell.watch((next) => set(() => next));
  }, [cell]);
  return value;
}

// ---- where: "#/problems?order=worst" ----

export interface Place {
  page: string;
  id: string;
  params: Record<string, string>;
}

function read(): Place {
  const [path = "", search = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const slash = path.indexOf("/");
  const part = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return {
    page: slash < 0 ? path || "overview" : path.slice(0, slash),
    id: slash < 0 ? "" : part(path.slice(slash + 1)),
    params: Object.fromEntries(new URLSearchParams(search)),
  };
}

export const place = new Cell<Place>(read());
addEventListener("hashchange", () => (place.value = read()));

export function link(page: string, name: string | number | null = "", params: Record<string, string | undefined> = {}) {
  const id = name === null ? "" : String(name);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (value) search.set(key, value);
  const text = search.toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ""}${text ? `?${text}` : ""}`;
}

// Changes parameters of this place without a step in the browser's history.
export function setParams(params: Record<string, string | undefined>) {
  const { page, id, params: old } = place.value;
  history.replaceState(null, "", link(page, id, { ...old, ...params }));
  place.value = read();
}

// ---- who ----

export const who = new Cell<WhoAmI | null>(null);
export const loginWanted = new Cell<string | null>(null); // why, in the server's words

// Of an admin with several tenants: whose verdicts are shown; "": those of all.
export const scope = new Cell("");

// The roles in their order; on a server that asks nobody everybody may do everything.
const ROLES = ["viewer", "user", "admin"];
export function may(role: string): boolean {
  const me = who.value;
  return me === null || !me.tokens || ROLES.indexOf(me.role) >= ROLES.indexOf(role);
}

// ---- what this browser keeps ----

function kept(name: string, fallback: string): Cell<string> {
  let held = fallback;
  try {
    held = localStorage.getItem(`assay.${name}`) ?? fallback;
  } catch {
    // Storage may be refused; then it holds for this visit.
  }
  const cell = new Cell(held);
  cell.watch((value) => {
    try {
      localStorage.setItem(`assay.${name}`, value);
    } catch {
      // As above.
    }
  });
  return cell;
}

export const theme = kept("theme", "auto"); // auto, light, dark
export const shortcuts = kept("shortcuts", "on");

export function dark(): boolean {
  if (theme.value !== "auto") return theme.value === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
