// Tables of any length. Only the rows in view are there, between two that stand for the rest: ten
// thousand rows cost what forty do. Rows have one height, which is what that takes.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

export interface Column<T> {
  key: string;
  head: string;
  cell: (row: T) => ComponentChildren;
  width?: string; // of CSS; the rest is shared by the others
  right?: boolean; // numbers
  act?: boolean; // buttons: in view however far the rest is scrolled
  wide?: boolean; // only where there is room for it
  wider?: boolean; // and only where there is much
  order?: (row: T) => number | string | null | undefined; // sortable by that
  help?: string;
}

const ROW_PX = 32;
const MARGIN_ROWS = 12;

function classesOf<T>(column: Column<T>): string {
  const words = { right: column.right, act: column.act, wide: column.wide, wider: column.wider };
  return Object.entries(words)
    .filter(([, on]) => on)
    .map(([word]) => word)
    .join(" ");
}

// Narrower than this, columns without a width of their own would vanish.
function least<T>(columns: Column<T>[]): number {
  return columns.reduce((all, column) => all + (column.width ? parseInt(column.width) : 150), 0);
}

interface Sorting {
  key: string;
  up: boolean;
}

function sorted<T>(rows: T[], columns: Column<T>[], sorting: Sorting | null): T[] {
  const order = columns.find((column) => column.key === sorting?.key)?.order;
  if (!sorting || !order) return rows;
  const sign = sorting.up ? 1 : -1;
  const empty = (value: unknown) => value === null || value === undefined || value === "";
  return rows
    .map((row) => ({ row, by: order(row) }))
    .sort((a, b) => {
      if (empty(a.by) || empty(b.by)) return Number(empty(a.by)) - Number(empty(b.by));
      return a.by === b.by ? 0 : sign * (a.by! < b.by! ? -1 : 1);
    })
    .map(({ row }) => row);
}

export function Table<T>(props: {
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  picked?: string;
  empty: ComponentChildren;
  low?: boolean; // one of several on its page
  onEnd?: () => void; // the last rows came into view
  onTop?: (atTop: boolean) => void; // the first rows are in view, or not any more
  tail?: boolean; // stays at the end while it is there
}) {
  const { columns, rows } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const shown = useMemo(() => sorted(rows, columns, sorting), [rows, sorting, columns.length]);

  const first = Math.max(0, Math.floor(view.top / ROW_PX) - MARGIN_ROWS);
  const last = Math.min(
    shown.length,
    Math.ceil((view.top + view.height) / ROW_PX) + MARGIN_ROWS,
  );
  const slice = shown.slice(first, last);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener("scroll", look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      resized.disconnect();
    };
  }, []);

  const atTop = view.top < ROW_PX;
  useEffect(() => props.onTop?.(atTop), [atTop, props.onTop]);

  const atEnd = last >= shown.length - MARGIN_ROWS;
  useEffect(() => {
    if (atEnd && shown.length) props.onEnd?.();
  }, [atEnd, shown.length]);

  const followed = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && props.tail && followed.current) element.scrollTop = element.scrollHeight;
  }, [props.tail, shown.length]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    followed.current = left < 2 * ROW_PX;
  }, [view.top]);

  const flip = (key: string) =>
    setSorting((old) => {
      if (old?.key !== key) return { key, up: false };
      return old.up ? null : { key, up: true };
    });

  if (rows.length === 0) return <p class="empty">{props.empty}</p>;
  const filler = (count: number, key: string) =>
    count > 0 && (
      <tr key={key} class="filler" aria-hidden="true">
        {/* One cell: spanning columns that a narrow screen hides would make new ones. */}
        <td style={{ height: `${count * ROW_PX}px` }} />
      </tr>
    );
  return (
    <div
      class={props.low ? "table-box low" : "table-box"}
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={props.label}
    >
      <table
        aria-rowcount={shown.length + 1}
        style={{
          "--least": `${least(columns.filter((column) => !column.wide && !column.wider))}px`,
          "--least-wide": `${least(columns.filter((column) => !column.wider))}px`,
          "--least-wider": `${least(columns)}px`,
        }}
      >
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.key}
              class={classesOf(column)}
              style={column.width ? { width: column.width } : undefined}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const by = sorting?.key === column.key ? sorting : null;
              return (
                <th
                  key={column.key}
                  scope="col"
                  class={classesOf(column)}
                  title={column.help}
                  aria-sort={by ? (by.up ? "ascending" : "descending") : undefined}
                >
                  {column.order ? (
                    <button type="button" class="sort" onClick={() => flip(column.key)}>
                      {column.head}
                      <span aria-hidden="true">{by ? (by.up ? " ▲" : " ▼") : ""}</span>
                    </button>
                  ) : (
                    column.head
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {filler(first, "before")}
          {slice.map((row, i) => {
            const key = props.rowKey(row);
            return (
              <tr
                key={key}
                aria-rowindex={first + i + 2}
                class={key === props.picked ? "picked" : ""}
                aria-current={key === props.picked ? "true" : undefined}
              >
                {columns.map((column) => (
                  <td key={column.key} class={classesOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {filler(shown.length - last, "after")}
        </tbody>
      </table>
    </div>
  );
}
