// The machines: what each is, how full it is, and whether it takes work.
import { useState } from "preact/hooks";

import { change, Trouble } from "../api";
import { bytes, count, DASH, ms, seconds, visible } from "../format";
import { refreshes, useAsked, type Asked } from "../live";
import { may, place, useCell, who } from "../state";
import type { NodeState, Percentiles } from "../types";
import { Confirm } from "../ui/dialog";
import { Answer, Meter, Name, Panel, Tile, TroubleNote } from "../ui/parts";
import { Table, type Column } from "../ui/table";
import { TenantPanel } from "./tenants";

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function wait(value: Percentiles | number | null | undefined): number | null {
  return typeof value === "object" ? (value?.p95 ?? null) : (value ?? null);
}

// What all that answer have together.
export function totals(nodes: NodeState[]) {
  const answering = nodes.filter((node) => !node.error);
  const sum = (of: (node: NodeState) => number | undefined) =>
    answering.reduce((all, node) => all + (of(node) ?? 0), 0);
  return {
    nodes: nodes.length,
    ready: answering.filter((node) => node.ready && !node.draining).length,
    draining: answering.filter((node) => node.draining).length,
    silent: nodes.length - answering.length,
    slots: sum((node) => node.slots),
    slots_free: sum((node) => node.slots_free),
    running: sum((node) => node.running),
    queued: sum((node) => node.queued),
    sandboxes: sum((node) => node.sandboxes?.running),
    sandboxes_draining: sum((node) => node.sandboxes?.draining),
    sandboxes_at_most: sum((node) => node.sandboxes?.at_most),
  };
}

const LOOKS = {
  silent: { look: "s-bad", sign: "✖", says: "no answer" },
  draining: { look: "s-paused", sign: "‖", says: "draining" },
  ready: { look: "s-running", sign: "✓", says: "ready" },
  broken: { look: "s-bad", sign: "✖", says: "not ready" },
};

// The reason stands beside it: who looks has no pointer perhaps.
function State(props: { node: NodeState }) {
  const { node } = props;
  const state = node.error ? "silent" : node.draining ? "draining" : node.ready ? "ready" : "broken";
  const { look, sign, says } = LOOKS[state];
  const why = visible(node.error || (node.ready && !node.draining ? "" : node.reason));
  // "draining: new kernel" is how servers begin their reasons.
  const rest = why.replace(/^draining:? ?/, "");
  return (
    <span class="two" title={why}>
      <span class={`state ${look}`}>
        <span aria-hidden="true">{sign}</span> {says}
      </span>
      {rest && <span class="dim name untrusted">{rest}</span>}
    </span>
  );
}

function Together(props: { nodes: NodeState[] }) {
  const all = totals(props.nodes);
  const used = all.slots - all.slots_free;
  const others = [
    all.draining && `${all.draining} draining`,
    all.silent && `${all.silent} without an answer`,
  ].filter(Boolean);
  return (
    <dl class="tiles">
      <Tile
        label="Nodes ready"
        value={`${count(all.ready)} of ${count(all.nodes)}`}
        hint={others.join(", ") || "all that are known"}
        tone={all.silent || all.ready + all.draining < all.nodes ? "warn" : undefined}
      />
      <Tile
        label="Slots in use"
        value={`${count(used)} of ${count(all.slots)}`}
        meter={all.slots ? used / all.slots : undefined}
      />
      <Tile label="Queue" value={count(all.queued)} hint="submissions waiting" />
      <Tile
        label="Sandboxes"
        value={`${count(all.sandboxes)} of ${count(all.sandboxes_at_most)}`}
        hint={all.sandboxes_draining ? `${count(all.sandboxes_draining)} draining` : undefined}
      />
    </dl>
  );
}

function columns(ask: (node: NodeState) => void, allowed: boolean): Column<NodeState>[] {
  return [
    {
      key: "node",
      head: "Node",
      cell: (row) => (
        <span class="two">
          <Name text={row.node || row.url} />
          {row.self && <span class="tag">this one</span>}
        </span>
      ),
      order: (row) => row.node,
    },
    { key: "state", head: "State", cell: (row) => <State node={row} />, width: "190px" },
    {
      key: "tier",
      head: "Tier",
      cell: (row) => <Name text={row.tier} />,
      width: "116px",
      order: (row) => row.tier,
    },
    {
      key: "slots",
      head: "Slots in use",
      cell: (row) => {
        const used = row.slots - row.slots_free;
        return (
          <span class="metered">
            {row.error ? DASH : `${count(used)} / ${count(row.slots)}`}
            {!row.error && row.slots > 0 && (
              <Meter value={used / row.slots} label="Slots in use" />
            )}
          </span>
        );
      },
      width: "140px",
      order: (row) => row.slots - row.slots_free,
    },
    {
      key: "queued",
      head: "Queue",
      cell: (row) => (row.error ? DASH : count(row.queued)),
      width: "68px",
      right: true,
      order: (row) => row.queued,
    },
    {
      key: "wait",
      head: "Wait",
      cell: (row) => (row.error ? DASH : ms(wait(row.wait_ms))),
      width: "78px",
      right: true,
      order: (row) => wait(row.wait_ms),
      help: "What submissions wait until one of theirs runs",
    },
    {
      key: "sandboxes",
      head: "Sandboxes",
      cell: (row) =>
        row.sandboxes && !row.error ? (
          <span title={row.sandboxes.draining ? `${count(row.sandboxes.draining)} of them draining` : undefined}>
            {row.sandboxes.draining ? <span class="warn">‖ </span> : null}
            {count(row.sandboxes.running)} / {count(row.sandboxes.at_most)}
          </span>
        ) : (
          DASH
        ),
      width: "122px",
      right: true,
      wide: true,
      order: (row) => row.sandboxes?.running,
    },
    {
      key: "memory",
      head: "Free memory",
      cell: (row) => (row.error ? DASH : bytes(row.memory_free_bytes)),
      width: "122px",
      right: true,
      wide: true,
      order: (row) => row.memory_free_bytes,
    },
    {
      key: "version",
      head: "Version",
      cell: (row) => <Name text={row.version} />,
      width: "90px",
      wide: true,
    },
    {
      key: "uptime",
      head: "Up for",
      cell: (row) => (row.error ? DASH : seconds(row.uptime_s)),
      width: "72px",
      right: true,
      wide: true,
      order: (row) => row.uptime_s,
    },
    {
      key: "act",
      head: "",
      cell: (row) =>
        row.self ? (
          <button
            type="button"
            class="small"
            disabled={!allowed}
            title={allowed ? undefined : "Takes the role admin"}
            onClick={() => ask(row)}
          >
            {row.draining ? "Undrain" : "Drain"}
          </button>
        ) : (
          // Another node's own page has its button: an address of HTTP, or nothing to follow.
          /^https?:\/\//.test(row.url ?? "") && (
            <a href={`${row.url.replace(/\/$/, "")}/ui/#/nodes`} rel="noopener noreferrer">
              its page
            </a>
          )
        ),
      width: "86px",
      right: true,
      act: true,
    },
  ];
}

const MOST_NOTES = 3; // of nodes that don't answer; the others are in the table

function NodeList(props: { asked: Asked<{ nodes: NodeState[] }>; ask: (node: NodeState) => void }) {
  const { asked } = props;
  const at = useCell(place);
  const failed = (asked.data?.nodes ?? []).filter((node) => node.error);
  return (
    <Panel title="Nodes" hint={asked.data ? count(asked.data.nodes.length) : undefined}>
      {failed.slice(0, MOST_NOTES).map((node) => (
        <TroubleNote
          key={`${node.node} ${node.url}`}
          title={`${cut(visible(node.node || node.url))} doesn’t answer.`}
          trouble={new Trouble("failed", cut(node.error ?? ""))}
        />
      ))}
      <Answer asked={asked}>
        {({ nodes }) => (
          <>
            {nodes.length > 1 && <Together nodes={nodes} />}
            <Table
              label="Nodes"
              columns={columns(props.ask, may("admin"))}
              rows={nodes}
              rowKey={(node) => `${node.node} ${node.url}`}
              picked={nodes.filter((node) => node.node === at.id).map((node) => `${node.node} ${node.url}`)[0]}
              empty="This server names no node, not even itself."
            />
            {nodes.length === 1 && (
              <p class="hint below">
                One that is to show others, too, is started with <code>--peers</code>.
              </p>
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

function DrainQuestion(props: { node: NodeState; onClose: () => void }) {
  const { node } = props;
  const close = (done: boolean) => {
    props.onClose();
    if (done) refreshes.value++;
  };
  const name = <strong>{visible(node.node)}</strong>;
  if (node.draining) {
    return (
      <Confirm
        title="Take work again?"
        verb="Undrain"
        act={() => change("POST", "v1/admin/undrain", {})}
        onClose={close}
      >
        <p class="whole untrusted">{name} tells load balancers that it is ready.</p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title="Drain this node?"
      verb="Drain"
      danger
      ask="Reason, for the others"
      act={(reason) => change("POST", "v1/admin/drain", { reason })}
      onClose={close}
    >
      <p class="whole untrusted">
        {name} lets its {count(node.running)} running and {count(node.queued)} waiting submissions
        finish, and takes no new ones until it is undrained.
      </p>
    </Confirm>
  );
}

export function NodesPage() {
  useCell(who);
  const asked = useAsked<{ nodes: NodeState[] }>("v1/nodes", ["node", "drain"]);
  const [asking, setAsking] = useState<NodeState | null>(null);
  return (
    <>
      <NodeList asked={asked} ask={setAsking} />
      <TenantPanel />
      {asking && <DrainQuestion node={asking} onClose={() => setAsking(null)} />}
    </>
  );
}
