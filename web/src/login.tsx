// A token, once: the server answers with a cookie that no script can read, and the page forgets it.
import { useEffect, useRef, useState } from "preact/hooks";

import { change, type Trouble } from "./api";
import { visible } from "./format";
import { asTrouble } from "./live";
import { loginWanted } from "./state";

function wordsFor(trouble: Trouble): string {
  if (trouble.kind === "login") return "This token isn’t one of this server’s, or has expired.";
  if (trouble.kind === "missing") {
    return (
      "This server takes no logins from browsers. Open the page below a token’s path instead: " +
      "/t/TOKEN/ui/index.html"
    );
  }
  return visible(trouble.message);
}

export function Login(props: { why: string }) {
  const [token, setToken] = useState("");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy || token === "") return;
    setBusy(true);
    setTrouble(null);
    try {
      await change("POST", "v1/login", { token: token.trim() });
      setToken("");
      loginWanted.value = null;
    } catch (error) {
      setTrouble(asTrouble(error));
      setBusy(false);
      field.current?.select();
    }
  };
  return (
    <form class="login panel" onSubmit={submit}>
      <h1>Log in</h1>
      <p class="dim untrusted">{visible(props.why)}</p>
      <label class="field field-block">
        <span>Token</span>
        <input
          ref={field}
          type="password"
          name="token"
          value={token}
          autocomplete="current-password"
          spellcheck={false}
          aria-invalid={trouble !== null}
          aria-describedby={trouble ? "login-trouble" : undefined}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      {trouble && (
        <p class="note note-bad" id="login-trouble" role="alert">
          {wordsFor(trouble)}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy || token === ""}>
        {busy ? "Asking…" : "Log in"}
      </button>
      <p class="dim">
        <code>assay token new --tokens FILE --name NAME</code> makes one, on the server’s machine.
      </p>
    </form>
  );
}
