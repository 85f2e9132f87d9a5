// Questions before something is changed, and other windows. The browser's own <dialog> keeps the
// focus inside, closes at Escape, and gives the focus back.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { heed } from "../live";
import { visible } from "../format";
import type { Trouble } from "../api";

export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element && !element.open) element.showModal();
  }, []);
  return (
    <dialog ref={box} onClose={props.onClose} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{props.title}</h2>
      {props.children}
    </dialog>
  );
}

// Asks, does it, and stays with the reason when that fails.
export function Confirm(props: {
  title: string;
  verb: string;
  danger?: boolean;
  ask?: string; // a text that goes along
  act: (text: string) => Promise<void>;
  onClose: (done: boolean) => void;
  children: ComponentChildren;
}) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [text, setText] = useState("");
  const done = useRef(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      await props.act(text);
      done.current = true;
      props.onClose(true);
    } catch (error) {
      const problem = heed(error);
      if (problem.kind === "login") return props.onClose(false);
      setTrouble(problem);
      setBusy(false);
    }
  };
  return (
    <Dialog title={props.title} onClose={() => !done.current && props.onClose(false)}>
      <form method="dialog" onSubmit={submit}>
        <div class="dialog-text">{props.children}</div>
        {props.ask && (
          <label class="field field-block">
            <span>{props.ask}</span>
            <input
              value={text}
              maxLength={200}
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
        )}
        {trouble && (
          <p class="note note-bad" role="alert">
            {visible(trouble.message)}
          </p>
        )}
        <div class="dialog-buttons">
          <button type="button" onClick={() => props.onClose(false)}>
            Cancel
          </button>
          <button type="submit" class={props.danger ? "danger" : "primary"} disabled={busy}>
            {busy ? "Working…" : props.verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
