// How the machine is shared: what each tenant has of it now, and may have.
import { count, DASH, seconds } from "../format";
import { useAsked } from "../live";
import type { Tenant } from "../types";
import { Answer, Name, Panel } from "../ui/parts";
import { Table, type Column } from "../ui/table";

// "3", or "3 / 20" where there is a limit; 0 is none.
function of(now: number | null | undefined, most: number | null | undefined): string {
  return most ? `${count(now)} / ${count(most)}` : count(now);
}

const COLUMNS: Column<Tenant>[] = [
  {
    key: "tenant",
    head: "Tenant",
    cell: (row) => <Name text={row.tenant} />,
    order: (row) => row.tenant,
  },
  {
    key: "weight",
    head: "Weight",
    cell: (row) => row.weight ?? DASH,
    width: "80px",
    right: true,
    order: (row) => row.weight,
    help: "Its share of the slots when all want them",
  },
  {
    key: "running",
    head: "Running",
    cell: (row) => of(row.running, row.limits?.max_running),
    width: "100px",
    right: true,
    order: (row) => row.running,
  },
  {
    key: "queued",
    head: "Queue",
    cell: (row) => of(row.queued, row.limits?.max_queued),
    width: "110px",
    right: true,
    order: (row) => row.queued,
  },
  {
    key: "sandboxes",
    head: "Sandboxes",
    cell: (row) => of(row.sandboxes, row.limits?.max_sandboxes),
    width: "110px",
    right: true,
    wide: true,
    order: (row) => row.sandboxes,
  },
  {
    key: "cpu",
    head: "CPU",
    cell: (row) => seconds(row.cpu_s),
    width: "84px",
    right: true,
    order: (row) => row.cpu_s,
  },
  {
    key: "refused",
    head: "Refused",
    cell: (row) =>
      row.refused ? <span class="warn">▲ {count(row.refused)}</span> : <span class="dim">0</span>,
    width: "88px",
    right: true,
    order: (row) => row.refused,
    help: "Requests beyond its limits",
  },
];

// Nothing where the server doesn't tell tenants apart.
export function TenantPanel() {
  const asked = useAsked<{ tenants: Tenant[] }>("v1/tenants", [], 10_000);
  if (asked.trouble?.kind === "missing") return null;
  return (
    <Panel title="Tenants" hint="of this node: now, and at most">
      <Answer asked={asked}>
        {({ tenants }) => (
          <Table
            label="Tenants"
            columns={COLUMNS}
            rows={tenants}
            rowKey={(row) => row.tenant}
            low
            empty="Nobody has used this server yet."
          />
        )}
      </Answer>
    </Panel>
  );
}
