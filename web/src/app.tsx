// The frame: where one is, where one may go, who one is, and whether what is shown is fresh.
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { change, get } from "./api";
import {
  askWhetherBack,
  awaySince,
  connect,
  heed,
  paused,
  refreshes,
  useAsked,
  useLink,
  type Link,
} from "./live";
import { Login } from "./login";
import { LogsPage } from "./pages/logs";
import { NodesPage } from "./pages/nodes";
import { OverviewPage } from "./pages/overview";
import { ProblemsPage } from "./pages/problems";
import { RunsPage } from "./pages/runs";
import { SandboxesPage } from "./pages/sandboxes";
import { VerdictsPage } from "./pages/verdicts";
import { loginWanted, may, place, scope, shortcuts, theme, useCell, who } from "./state";
import { Dialog } from "./ui/dialog";
import { Choice } from "./ui/parts";
import { moment, visible } from "./format";
import type { Tenant, WhoAmI } from "./types";

export const PAGES: readonly (readonly [id: string, title: string, page: ComponentType])[] = [
  ["overview", "Overview", OverviewPage],
  ["runs", "Runs", RunsPage],
  ["problems", "Problems", ProblemsPage],
  ["verdicts", "Verdicts", VerdictsPage],
  ["sandboxes", "Sandboxes", SandboxesPage],
  ["nodes", "Nodes", NodesPage],
  ["logs", "Logs", LogsPage],
];

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["1 … 7", "the pages in their order"],
  ["/", "the filter of this page"],
  ["r", "ask for everything again"],
  ["p", "pause, and go on"],
  ["t", "light, dark, or as the system has it"],
  ["?", "this list"],
  ["Esc", "close a window"],
];

const LINK_WORDS: Record<Link, string> = {
  connecting: "connecting",
  live: "live",
  polling: "every 5 s",
  paused: "paused",
  away: "no answer",
};

function nextTheme() {
  const order = ["auto", "light", "dark"];
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length]!;
}

function useTheme() {
  const chosen = useCell(theme);
  useEffect(() => {
    if (chosen === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  }, [chosen]);
}

function useShortcuts(help: () => void) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (shortcuts.value !== "on" || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target as HTMLElement;
      if (at.closest("input, select, textarea, dialog")) return;
      const page = PAGES[Number(event.key) - 1];
      if (page) location.hash = `#/${page[0]}`;
      else if (event.key === "r") refreshes.value++;
      else if (event.key === "p") paused.value = !paused.value;
      else if (event.key === "t") nextTheme();
      else if (event.key === "?") help();
      else if (event.key === "/") {
        const filter = document.querySelector<HTMLElement>("[data-filter=main]");
        if (!filter) return;
        filter.focus();
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [help]);
}

// Who looks, from the server; one that has no logins asks nobody.
function useWho(why: string | null) {
  const anew = useCell(refreshes); // also when another server is there
  useEffect(() => {
    if (why !== null) return;
    const abort = new AbortController();
    get<WhoAmI>("v1/whoami", abort.signal).then(
      (me) => (who.value = me),
      (error) => {
        if (abort.signal.aborted) return;
        if (heed(error).kind === "missing") who.value = null;
      },
    );
    return () => abort.abort();
  }, [why, anew]);
}

function Help(props: { onClose: () => void }) {
  const on = useCell(shortcuts) === "on";
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => (shortcuts.value = event.currentTarget.checked ? "on" : "off")}
        />
        Single keys are shortcuts
      </label>
      <div class="dialog-buttons">
        <button type="button" class="primary" onClick={props.onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

// An admin sees the verdicts of all tenants, or of one.
function ScopeChoice() {
  const chosen = useCell(scope);
  const asked = useAsked<{ tenants: Tenant[] }>("v1/tenants", [], 60_000);
  const names = (asked.data?.tenants ?? []).map((one) => one.tenant);
  const lost = chosen !== "" && asked.data !== null && !names.includes(chosen);
  useEffect(() => {
    if (lost) scope.value = "";
  }, [lost]);
  if (names.length < 2) return null;
  const options = [["", "all tenants"], ...names.map((name) => [name, visible(name)])];
  return (
    <Choice
      label="Verdicts of"
      value={chosen}
      options={options as [string, string][]}
      onChange={(name) => (scope.value = name)}
    />
  );
}

// What is shown stays, and is said to be old.
function Away() {
  const since = useCell(awaySince);
  if (since === null) return null;
  return (
    <div class="away" role="alert">
      <span aria-hidden="true">⚠</span>
      <span class="note-text">
        <strong>The server doesn’t answer</strong> since {moment(since / 1000).slice(11)}. What you
        see is from before; it is asked again until it is back.
      </span>
      <button type="button" onClick={askWhetherBack}>
        Ask now
      </button>
    </div>
  );
}

function Status(props: { help: () => void; asking: boolean }) {
  const state = useLink();
  const still = useCell(paused);
  const chosen = useCell(theme);
  const me = useCell(who);
  const leave = async () => {
    try {
      await change("POST", "v1/logout");
    } finally {
      who.value = null;
      loginWanted.value = "You are logged out.";
    }
  };
  return (
    <div class="status">
      {me?.tokens && may("admin") && <ScopeChoice />}
      {props.asking && (
        <span class={`link link-${state}`} role="status">
          <span class="dot" aria-hidden="true" />
          <span class="sr">Refreshing: </span>
          {LINK_WORDS[state]}
        </span>
      )}
      <button
        type="button"
        aria-pressed={still}
        onClick={() => (paused.value = !paused.value)}
        title="Pause refreshing (p)"
      >
        {still ? "Resume" : "Pause"}
      </button>
      <button type="button" onClick={nextTheme} title="Light, dark, or as the system has it (t)">
        <span class="sr">Theme: </span>
        {chosen === "auto" ? "Auto" : chosen === "light" ? "Light" : "Dark"}
      </button>
      <button type="button" onClick={props.help} title="Keys (?)" aria-label="Keys">
        ?
      </button>
      {me?.tokens && (
        <span class="who">
          <span class="name" title={`${visible(me.name)}, ${visible(me.role)}`}>
            {visible(me.name)} <span class="dim">{visible(me.role)}</span>
          </span>
          <button type="button" onClick={leave}>
            Log out
          </button>
        </span>
      )}
    </div>
  );
}

export function App() {
  useTheme();
  const at = useCell(place);
  const why = useCell(loginWanted);
  const [helping, setHelping] = useState(false);
  const main = useRef<HTMLElement>(null);
  const [open] = useState(() => () => setHelping(true));
  useShortcuts(open);
  useWho(why);
  useEffect(() => connect(), []);

  const known = PAGES.find(([id]) => id === at.page);
  const [, title, Page] = known ?? PAGES[0]!;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // A narrow screen shows a part of them.
    const here = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && nav.current) nav.current.scrollLeft = here.offsetLeft - nav.current.offsetLeft - 24;
  }, [at.page, why]);
  useEffect(() => {
    document.title = `${why === null ? title : "Log in"} · Assay`;
  }, [title, why]);

  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault(); // the address says which page it is
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="#/overview">
          Assay
        </a>
        <nav aria-label="Pages" ref={nav}>
          <ul>
            {PAGES.map(([id, name]) => (
              <li key={id}>
                <a href={`#/${id}`} aria-current={id === at.page && why === null ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Status help={open} asking={why === null} />
      </header>
      <Away />
      <main id="main" ref={main} tabIndex={-1}>
        {why !== null ? (
          <Login why={why} />
        ) : (
          <>
            <h1 class="sr">{title}</h1>
            <Page key={at.page} />
          </>
        )}
      </main>
      {helping && <Help onClose={() => setHelping(false)} />}
    </>
  );
}
