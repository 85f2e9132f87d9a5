// Questions to the server. Addresses are relative to the page's folder, so that a proxy's prefix and
// a token in the path stay in front. Answers come as they are; a failure is a Trouble with the
// server's own words.

export type TroubleKind = "login" | "missing" | "refused" | "failed" | "unreachable";

export class Trouble extends Error {
  constructor(
    readonly kind: TroubleKind,
    message: string,
    readonly status = 0,
    readonly code = "", // the API's own word: "no_history"
  ) {
    super(message);
  }
}

const PATIENCE_MS = 30_000; // for one answer

const base = new URL("..", location.href.split("#")[0]).href;

export function address(path: string): string {
  return base + path.replace(/^\//, "");
}

// What an error answer says, in either shape of the API; null: it isn't the API's.
function saidIn(text: string): { message: string; code: string } | null {
  try {
    const body = JSON.parse(text);
    const message = body?.error?.message ?? body?.detail ?? body?.message;
    const code = body?.error?.code;
    if (typeof message === "string" && message) {
      return { message, code: typeof code === "string" ? code : "" };
    }
  } catch {
    // Not JSON; the status has to do.
  }
  return null;
}

const KINDS: Record<number, TroubleKind> = { 401: "login", 403: "refused", 404: "missing", 501: "missing" };
// A proxy's words for a server that is gone.
const GONE = [502, 503, 504];

function troubleOf(status: number, text: string): Trouble {
  const said = saidIn(text);
  if (said === null && GONE.includes(status)) {
    return new Trouble("unreachable", `A proxy answers ${status} in the server's place.`, status);
  }
  const { message, code } = said ?? { message: `The server answers ${status}.`, code: "" };
  return new Trouble(KINDS[status] ?? "failed", message, status, code);
}

// The whole answer, as text: one that breaks off is none.
async function ask(path: string, init: RequestInit): Promise<string> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(address(path), {
      credentials: "same-origin",
      cache: "no-store",
      ...init,
      signal,
    });
    text = await answer.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Trouble("unreachable", "The server doesn't answer.");
  }
  if (answer.ok) return text;
  throw troubleOf(answer.status, text);
}

export function getText(path: string, signal?: AbortSignal): Promise<string> {
  return ask(path, { signal, headers: { Accept: "application/json" } });
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const text = await getText(path, signal);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Trouble("failed", "What answers isn't an Assay server: it sends no JSON.");
  }
}

export type Method = "POST" | "DELETE";

// Whatever changes something: the header shows that a script of this page sends it.
export async function change(method: Method, path: string, body?: unknown): Promise<void> {
  const headers: Record<string, string> = { "X-Assay-CSRF": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  await ask(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

// "a=1&b=x" of what has a value.
export function query(values: Record<string, string | number | undefined | null>): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return text ? `?${text}` : "";
}
