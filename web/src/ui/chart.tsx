// Lines over time or steps: uPlot, with the page's colours, and in words for who doesn't see them.
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";

import { figure, moment } from "../format";
import { dark, theme, useCell } from "../state";

export interface Line {
  label: string;
  values: (number | null)[];
  token: string; // a colour of the style sheet: "--line-1"
  dash?: number[]; // so that colour isn't all that tells lines apart
}

function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

function last(values: (number | null)[]): number | null {
  for (let i = values.length - 1; i >= 0; --i) if (values[i] !== null) return values[i]!;
  return null;
}

function usesDark(): boolean {
  const chosen = useCell(theme);
  const [systems, setSystems] = useState(dark());
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setSystems(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return chosen === "auto" ? systems : chosen === "dark";
}

// Distances between ticks: steps are whole, bytes are counted in powers of two.
const WHOLE = [1, 2, 5].flatMap((n) => [0, 1, 2, 3, 4, 5].map((power) => n * 10 ** power)).sort(
  (a, b) => a - b,
);
const POWERS = Array.from({ length: 50 }, (_, power) => 2 ** power);

function tick(value: number, unit: string): string {
  // Words ("submissions") have no room at an axis; the figure beside the title has them.
  return figure(value, /^[a-z]{4,}$/.test(unit) && unit !== "bytes" && unit !== "share" && unit !== "ratio" ? "" : unit).replace(/\.0+(?=\D|$)/, "");
}

// Of one day the time, of several the day.
function clock(ticks: number[]): string[] {
  const days = ticks.length > 1 && ticks.at(-1)! - ticks[0]! > 86_400;
  return ticks.map((at) => (days ? moment(at).slice(5, 10) : moment(at).slice(11, 16)));
}

export function Chart(props: {
  title: string;
  x: number[];
  lines: Line[];
  unit: string;
  time: boolean; // x are Unix seconds, else steps
  marks?: number[]; // x at which something happened
  height?: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const night = usesDark();
  const shape = `${props.lines.map((line) => line.label).join("|")}/${props.unit}/${props.time}`;
  const marks = useRef<number[]>([]);
  marks.current = props.marks ?? [];

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const axis = {
      stroke: colour("--text-2"),
      font: "11px system-ui, sans-serif",
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { stroke: colour("--line"), width: 1, size: 4 },
    };
    const made = new uPlot(
      {
        width: Math.max(120, element.clientWidth),
        height: props.height ?? 132,
        cursor: { points: { size: 5 }, drag: { x: false, y: false } },
        legend: { show: false },
        padding: [8, 14, 0, 0],
        scales: { x: { time: props.time }, y: { range: (_, low, high) => bounds(low, high) } },
        axes: [
          {
            ...axis,
            size: 26,
            space: 56,
            incrs: props.time ? undefined : WHOLE,
            values: props.time ? (_, ticks) => clock(ticks) : undefined,
          },
          {
            ...axis,
            size: 66,
            incrs: props.unit === "bytes" ? POWERS : undefined,
            values: (_, ticks) => ticks.map((value) => tick(value, props.unit)),
          },
        ],
        series: [
          {},
          ...props.lines.map((line) => ({
            label: line.label,
            stroke: colour(line.token),
            width: 1.5,
            dash: line.dash,
            points: { show: props.x.length < 2 },
            spanGaps: false,
          })),
        ],
        hooks: {
          draw: [
            (u: uPlot) => {
              u.ctx.save();
              u.ctx.strokeStyle = colour("--bad");
              u.ctx.setLineDash([4, 4]);
              for (const at of marks.current) {
                const left = u.valToPos(at, "x", true);
                u.ctx.beginPath();
                u.ctx.moveTo(left, u.bbox.top);
                u.ctx.lineTo(left, u.bbox.top + u.bbox.height);
                u.ctx.stroke();
              }
              u.ctx.restore();
            },
          ],
        },
      },
      [props.x, ...props.lines.map((line) => line.values)],
      element,
    );
    plot.current = made;
    const resized = new ResizeObserver(() => {
      const width = Math.max(120, element.clientWidth);
      if (width !== made.width) made.setSize({ width, height: props.height ?? 132 });
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, night]);

  useEffect(() => {
    plot.current?.setData([props.x, ...props.lines.map((line) => line.values)]);
  }, [props.x, props.lines]);

  const words = props.lines
    .map((line) => `${line.label} ${figure(last(line.values), props.unit)}`)
    .join(", ");
  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-title">{props.title}</span>
        <span class="chart-now">
          {props.lines.map((line, i) => (
            <span key={line.label} class="key">
              {props.lines.length > 1 && (
                <svg width="18" height="8" aria-hidden="true" class={`key-${i + 1}`}>
                  <line
                    x1="0"
                    y1="4"
                    x2="18"
                    y2="4"
                    stroke="currentColor"
                    stroke-width="2"
                    stroke-dasharray={line.dash?.join(" ")}
                  />
                </svg>
              )}
              {props.lines.length > 1 && `${line.label} `}
              <strong>{figure(last(line.values), props.unit)}</strong>
            </span>
          ))}
        </span>
      </figcaption>
      <div class="chart-box" ref={box} role="img" aria-label={`${props.title}: ${words}`} />
    </figure>
  );
}

function bounds(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  if (low >= 0) return [0, high > 0 ? high * 1.1 : 1];
  return [low * 1.1, high > 0 ? high * 1.1 : 0];
}

// A line of a table's height; its last value stands beside it.
export function Spark(props: { values: (number | null)[]; marks?: number[]; label: string }) {
  const known = props.values
    .map((value, i) => [i, value] as const)
    .filter((point): point is readonly [number, number] => point[1] !== null);
  if (known.length < 2) return null;
  const [width, height] = [96, 20];
  const x = (i: number) => (props.values.length < 2 ? 0 : (i / (props.values.length - 1)) * width);
  const y = (value: number) => height - 2 - Math.min(1, Math.max(0, value)) * (height - 4);
  const points = known.map(([i, value]) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg class="spark" width={width} height={height} role="img" aria-label={props.label}>
      {props.marks?.map((i) => (
        <line key={i} class="spark-mark" x1={x(i)} y1="0" x2={x(i)} y2={height} />
      ))}
      <polyline points={points} />
    </svg>
  );
}
