// Sandboxes that live: whose they are, what they use, and an end for those that nobody needs.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { change, get, query } from "../api";
import { bytes, count, DASH, own, seconds, visible } from "../format";
import { heed, refreshes, resting, useAsked } from "../live";
import { link, may, place, setParams, useCell, who } from "../state";
import type { Sandbox, SandboxUsage } from "../types";
import { Confirm } from "../ui/dialog";
import { Answer, Choice, Filter, Name, Panel, Until, When } from "../ui/parts";
import { Table, type Column } from "../ui/table";

const LIMIT = 1000; // the newest; what the server gives at most
const ASKED_FOR_USAGE = 60; // sandboxes of which usage is asked for, one after the other
const USAGE_EVERY_MS = 5_000;

interface Row extends Sandbox {
  usage: SandboxUsage | undefined;
  cores: number | null; // in use, from two looks
}

const STATES = [
  ["", "all"],
  ["running", "running"],
  ["paused", "paused"],
  ["starting", "starting"],
  ["ended", "ended"],
] as const;
const SIGNS: Record<string, string> = { running: "▶", paused: "‖", starting: "…", ended: "■" };

const runOf = (row: Sandbox) => own(row.labels, "run") ?? "";

const unix = (iso: string | null) => (iso ? Date.parse(iso) / 1000 : null);

// What those that run use: asked for one by one, the newest first, while somebody looks.
function useUsage(sandboxes: Sandbox[]) {
  const [usage, setUsage] = useState(new Map<string, { now: SandboxUsage; cores: number | null }>());
  const looks = useRef(new Map<string, { at: number; cpu: number }>());
  const ids = sandboxes
    .filter((one) => one.state === "running" || one.state === "paused")
    .slice(0, ASKED_FOR_USAGE)
    .map((one) => one.id)
    .join();
  useEffect(() => {
    if (!ids) return;
    const abort = new AbortController();
    let again: number | undefined;
    const look = async () => {
      const found = new Map<string, { now: SandboxUsage; cores: number | null }>();
      for (const id of ids.split(",")) {
        try {
          const path = `v1/sandboxes/${encodeURIComponent(id)}/usage`;
          const now = await get<SandboxUsage>(path, abort.signal);
          const at = performance.now() / 1000;
          const before = looks.current.get(id);
          looks.current.set(id, { at, cpu: now.cpu_time_s });
          const passed = before ? at - before.at : 0;
          const cores = before && passed > 0.5 ? (now.cpu_time_s - before.cpu) / passed : null;
          found.set(id, { now, cores });
        } catch (error) {
          if (abort.signal.aborted) return;
          heed(error); // unless it has only ended meanwhile
          if (resting()) return;
        }
      }
      setUsage(found);
    };
    const round = async () => {
      if (!resting()) await look();
      if (!abort.signal.aborted) again = window.setTimeout(round, USAGE_EVERY_MS);
    };
    void round();
    return () => {
      abort.abort();
      clearTimeout(again);
    };
  }, [ids]);
  return usage;
}

function columns(kill: (row: Sandbox) => void, allowed: boolean): Column<Row>[] {
  return [
    {
      key: "name",
      head: "Sandbox",
      cell: (row) => (
        <span class="two">
          <Name text={row.name || row.id} />
          {row.name && <code class="dim">{visible(row.id)}</code>}
        </span>
      ),
      order: (row) => row.name || row.id,
    },
    {
      key: "state",
      head: "State",
      cell: (row) => (
        <span class={`state s-${own(SIGNS, row.state) ? row.state : "other"}`} title={row.reason ?? ""}>
          <span aria-hidden="true">{own(SIGNS, row.state) ?? "?"}</span> {visible(row.state)}
          {row.draining && (
            <span class="tag tag-warn" title="Of the server before an update: it ends with that one">
              draining
            </span>
          )}
          {row.reason && <span class="dim"> {visible(row.reason)}</span>}
        </span>
      ),
      width: "164px",
      order: (row) => `${row.state} ${row.draining ? "draining" : ""}`,
    },
    {
      key: "owner",
      head: "Owner",
      cell: (row) => <Name text={row.tenant} />,
      width: "120px",
      order: (row) => row.tenant,
    },
    {
      key: "run",
      head: "Run",
      cell: (row) => {
        const run = runOf(row);
        return <Name text={run} href={run ? link("runs", run) : undefined} />;
      },
      width: "130px",
      wide: true,
      order: runOf,
      help: "Its label “run”",
    },
    {
      key: "labels",
      head: "Labels",
      cell: (row) => (
        <Name
          text={Object.entries(row.labels ?? {})
            .filter(([name]) => name !== "run")
            .map(([name, value]) => (value ? `${name}=${value}` : name))
            .join(", ")}
        />
      ),
      width: "150px",
      wider: true,
    },
    {
      key: "image",
      head: "Image",
      cell: (row) => <Name text={row.image} none="host’s tools" />,
      width: "124px",
      wider: true,
      order: (row) => row.image,
    },
    {
      key: "age",
      head: "Age",
      cell: (row) => {
        const made = unix(row.created_at);
        return made ? seconds(Math.max(0, Date.now() / 1000 - made)) : DASH;
      },
      width: "70px",
      right: true,
      order: (row) => -(unix(row.created_at) ?? 0),
    },
    {
      key: "cpu",
      head: "CPU now / all",
      cell: (row) =>
        row.usage
          ? `${row.cores === null ? DASH : row.cores.toFixed(2)} / ${seconds(row.usage.cpu_time_s)}`
          : DASH,
      width: "126px",
      right: true,
      order: (row) => row.usage?.cpu_time_s,
      help: "Cores in use between two looks; CPU time since it was made",
    },
    {
      key: "memory",
      head: "Memory / limit",
      cell: (row) =>
        `${bytes(row.usage?.memory_bytes)} / ${bytes(row.limits ? row.limits.memory_mb * 2 ** 20 : null)}`,
      width: "150px",
      right: true,
      order: (row) => row.usage?.memory_bytes,
    },
    {
      key: "processes",
      head: "Processes",
      cell: (row) => count(row.usage?.processes ?? row.running_processes),
      width: "104px",
      right: true,
      wider: true,
      order: (row) => row.usage?.processes ?? row.running_processes,
    },
    {
      key: "expires",
      head: "Ends",
      cell: (row) =>
        row.state === "ended" ? (
          <When at={unix(row.ended_at)} />
        ) : (
          <Until at={unix(row.expires_at)} />
        ),
      width: "96px",
      wide: true,
    },
    {
      key: "kill",
      head: "",
      cell: (row) =>
        row.state === "ended" ? null : (
          <button
            type="button"
            class="danger small"
            disabled={!allowed}
            title={allowed ? undefined : "Takes the role user"}
            onClick={() => kill(row)}
            aria-label={`Kill ${visible(row.name || row.id)}`}
          >
            Kill
          </button>
        ),
      width: "64px",
      right: true,
      act: true,
    },
  ];
}

export function SandboxesPage() {
  const at = useCell(place);
  const me = useCell(who);
  const state = at.params.state ?? "";
  const filter = (at.params.filter ?? "").toLowerCase();
  const asked = useAsked<{ sandboxes: Sandbox[]; next: string | null }>(
    `v1/sandboxes${query({ state, limit: LIMIT })}`,
  );
  const [killing, setKilling] = useState<Sandbox | null>(null);
  const found = useMemo(
    () =>
      (asked.data?.sandboxes ?? []).filter((one) => {
        const labels = Object.entries(one.labels ?? {}).flat();
        return [one.id, one.name, one.tenant, ...labels].some((text) =>
          (text ?? "").toLowerCase().includes(filter),
        );
      }),
    [asked.data, filter],
  );
  const usage = useUsage(found);
  const rows = useMemo<Row[]>(
    () =>
      found.map((one) => ({
        ...one,
        usage: usage.get(one.id)?.now,
        cores: usage.get(one.id)?.cores ?? null,
      })),
    [found, usage],
  );
  return (
    <Panel
      title="Sandboxes"
      hint={
        asked.data
          ? `${count(rows.length)}${asked.data.next ? ", the newest of more" : ""}${
              me?.tokens ? ` of tenant ${visible(me.tenant)}` : ""
            }`
          : undefined
      }
      aside={
        <>
          <Filter
            label="Name, owner or label"
            value={at.params.filter ?? ""}
            onChange={(text) => setParams({ filter: text })}
            main
          />
          <Choice
            label="State"
            value={state}
            options={STATES}
            onChange={(value) => setParams({ state: value })}
          />
        </>
      }
    >
      <Answer asked={asked}>
        {() => (
          <Table
            label="Sandboxes"
            columns={columns(setKilling, may("user"))}
            rows={rows}
            rowKey={(row) => row.id}
            empty={filter || state ? "No sandbox is like that." : "No sandbox lives here now."}
          />
        )}
      </Answer>
      {killing && (
        <Confirm
          title="Kill this sandbox?"
          verb="Kill"
          danger
          act={() => change("DELETE", `v1/sandboxes/${encodeURIComponent(killing.id)}`)}
          onClose={(done) => {
            setKilling(null);
            if (done) refreshes.value++;
          }}
        >
          <p class="whole untrusted">
            <strong>{visible(killing.name || killing.id)}</strong> of {visible(killing.tenant)}
          </p>
          <p>Its programs end now and its files are gone. Whoever waits for one of them is told.</p>
        </Confirm>
      )}
    </Panel>
  );
}
