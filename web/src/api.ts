// Questions to the server. Addresses are relative to the page's folder, so that a proxy's prefix and
// a token in the path stay in front. Answers come as they are; a failure is a Trouble with the
// server's own words.

export type TroubleKind = "login" | "missing" | "refused" | "failed" | "unreachable";

export class Trouble extends Error {
  constructor(
    readonly kind: TroubleKind,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

const base = new URL("..", location.href.split("#")[0]).href;

export function address(path: string): string {
  return base + path.replace(/^\//, "");
}

// What an error answer says, in either shape of the API.
function wordsOf(text: string, fallback: string): string {
  try {
    const body = JSON.parse(text);
    const message = body?.error?.message ?? body?.detail ?? body?.message;
    if (typeof message === "string" && message) return message;
  } catch {
    // Not JSON; the status has to do.
  }
  return fallback;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address(path), {
      credentials: "same-origin",
      cache: "no-store",
      ...init,
    });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Trouble("unreachable", "The server doesn't answer.");
  }
  if (answer.ok) return answer;
  const said = wordsOf(await answer.text(), `The server answers ${answer.status}.`);
  if (answer.status === 401) throw new Trouble("login", said, 401);
  if (answer.status === 404 || answer.status === 501) {
    throw new Trouble("missing", said, answer.status);
  }
  throw new Trouble(answer.status === 403 ? "refused" : "failed", said, answer.status);
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await ask(path, { signal, headers: { Accept: "application/json" } });
  return (await answer.json()) as T;
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
