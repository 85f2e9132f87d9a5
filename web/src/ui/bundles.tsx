// Bundles of verdicts, fetched together and saved as one file, which `assay rejudge` judges again. A
// verdict may have none; how many there were, and why others are missing, is said beside the button.
import { useEffect, useRef, useState } from "preact/hooks";

import { get, getText } from "../api";
import { visible } from "../format";
import { heed } from "../live";
import { may, useCell, who } from "../state";
import type { VerdictPage } from "../types";

const MOST = 20; // verdicts of which one click asks for bundles

const FOUND = 8; // where it has to find them

type Id = string | number;

// A bundle is one line: a text of JSON has line ends only between its parts.
const asLine = (bundle: string) => `${bundle.trim().replace(/\s*\n\s*/g, " ")}\n`;

function save(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it over when the click is done; much later it surely has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// What isn't a letter of a name becomes one dash: names are strangers'.
export function fileName(words: string): string {
  return `assay-${words.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 60).replace(/^-+|-+$/g, "")}.jsonl`;
}

async function found(search: string, signal: AbortSignal): Promise<Id[]> {
  const page = await get<VerdictPage>(`v1/verdicts${search}&limit=${FOUND}`, signal);
  return page.verdicts.map((one) => one.id);
}

interface Found {
  lines: string[];
  missing: number;
  why: string; // of the first that is missing
}

async function collect(ids: readonly Id[], signal: AbortSignal): Promise<Found> {
  const found: Found = { lines: [], missing: 0, why: "" };
  for (const id of ids) {
    try {
      const path = `v1/verdicts/${encodeURIComponent(String(id))}/bundle`;
      found.lines.push(asLine(await getText(path, signal)));
    } catch (error) {
      if (signal.aborted) throw error;
      const trouble = heed(error);
      ++found.missing;
      found.why ||= trouble.message;
      if (trouble.kind === "unreachable" || trouble.kind === "login") break;
    }
  }
  return found;
}

// `ids`, or where there are none the newest verdicts that `search` ("?run=x") finds.
export function BundleButton(props: { ids: readonly Id[]; search?: string; name: string }) {
  useCell(who);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (props.ids.length === 0 && !props.search) return null;
  const fetchAll = async () => {
    if (busy) return;
    running.current = new AbortController();
    setBusy(true);
    setSaid("");
    try {
      const { signal } = running.current;
      const ids = props.ids.length ? props.ids.slice(0, MOST) : await found(props.search!, signal);
      const { lines, missing, why } = await collect(ids, signal);
      if (lines.length > 0) save(lines.join(""), fileName(props.name));
      const counted = `${lines.length} of ${ids.length} saved`;
      setSaid(missing > 0 ? `${counted}. ${visible(why)}` : counted);
    } catch (error) {
      if (running.current.signal.aborted) return; // nobody looks any more
      setSaid(visible(heed(error).message));
    }
    setBusy(false);
  };
  return (
    <span class="bundles">
      <button
        type="button"
        class="small"
        disabled={!may("user") || busy}
        title={
          may("user")
            ? "For assay rejudge FILE. It holds expected outputs: keep it from the model."
            : "Takes the role user"
        }
        onClick={fetchAll}
      >
        {busy ? "Fetching…" : props.ids.length === 1 ? "Rejudge bundle" : "Rejudge bundles"}
      </button>
      <span class="dim untrusted" role="status">
        {said}
      </span>
    </span>
  );
}
