// The machines: what each is, how full it is, and whether it takes work.
import { useState } from "preact/hooks";

import { change, Trouble } from "../api";
import { bytes, count, DASH, ms, seconds, visible } from "../format";
import { refreshes, useAsked, type Asked } from "../live";
import { may, useCell, who } from "../state";
import type { NodeState, Percentiles } from "../types";
import { Confirm } from "../ui/dialog";
import { Answer, Meter, Name, Panel, TroubleNote } from "../ui/parts";
import { Table, type Column } from "../ui/table";
import { TenantPanel } from "./tenants";

function wait(value: Percentiles | number | null | undefined): number | null {
  return typeof value === "object" ? (value?.p95 ?? null) : (value ?? null);
}

function State(props: { node: NodeState }) {
  const { node } = props;
  if (node.error) {
    return (
      <span class="state s-bad" title={visible(node.error)}>
        <span aria-hidden="true">✖</span> no answer
      </span>
    );
  }
  if (node.draining) {
    return (
      <span class="state s-paused" title={visible(node.reason)}>
        <span aria-hidden="true">‖</span> draining
      </span>
    );
  }
  return node.ready ? (
    <span class="state s-running">
      <span aria-hidden="true">✓</span> ready
    </span>
  ) : (
    <span class="state s-bad" title={visible(node.reason)}>
      <span aria-hidden="true">✖</span> not ready
    </span>
  );
}

function columns(ask: (node: NodeState) => void, allowed: boolean): Column<NodeState>[] {
  return [
    {
      key: "node",
      head: "Node",
      cell: (row) => (
        <span class="two">
          <Name text={row.node} />
          {row.self && <span class="tag">this one</span>}
        </span>
      ),
      order: (row) => row.node,
    },
    { key: "state", head: "State", cell: (row) => <State node={row} />, width: "108px" },
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
      width: "132px",
      order: (row) => row.slots - row.slots_free,
    },
    {
      key: "queued",
      head: "Queue",
      cell: (row) => count(row.queued),
      width: "68px",
      right: true,
      order: (row) => row.queued,
    },
    {
      key: "wait",
      head: "Wait",
      cell: (row) => ms(wait(row.wait_ms)),
      width: "78px",
      right: true,
      order: (row) => wait(row.wait_ms),
      help: "What submissions wait until one of theirs runs",
    },
    {
      key: "sandboxes",
      head: "Sandboxes",
      cell: (row) =>
        row.sandboxes ? `${count(row.sandboxes.running)} / ${count(row.sandboxes.at_most)}` : DASH,
      width: "104px",
      right: true,
      wide: true,
      order: (row) => row.sandboxes?.running,
    },
    {
      key: "memory",
      head: "Free memory",
      cell: (row) => bytes(row.memory_free_bytes),
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
      cell: (row) => seconds(row.uptime_s),
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

function NodeList(props: { asked: Asked<{ nodes: NodeState[] }>; ask: (node: NodeState) => void }) {
  const { asked } = props;
  const failed = (asked.data?.nodes ?? []).filter((node) => node.error);
  return (
    <Panel title="Nodes" hint={asked.data ? count(asked.data.nodes.length) : undefined}>
      {failed.map((node) => (
        <TroubleNote
          key={node.node}
          title={`${visible(node.node)} doesn’t answer.`}
          trouble={new Trouble("failed", node.error ?? "")}
        />
      ))}
      <Answer asked={asked}>
        {({ nodes }) => (
          <Table
            label="Nodes"
            columns={columns(props.ask, may("admin"))}
            rows={nodes}
            rowKey={(node) => `${node.node} ${node.url}`}
            empty="This server names no node, not even itself."
          />
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
