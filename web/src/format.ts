// Numbers, times and names as the page writes them: one way for each, with its unit.

export const DASH = "–";
type Maybe = number | null | undefined;

function known(value: Maybe): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export function count(value: Maybe): string {
  if (!known(value)) return DASH;
  return Math.abs(value) < 100_000 ? whole.format(value) : compact.format(value);
}

export function rate(value: Maybe): string {
  if (!known(value)) return DASH;
  if (value === 0) return "0";
  if (value < 0.01) return "<0.01";
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : count(value);
}

export function share(part: Maybe, all: Maybe): string {
  if (!known(part) || !known(all) || all <= 0) return DASH;
  const percent = (100 * part) / all;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  if (percent < 100 && percent > 99.9) return ">99.9 %";
  return `${percent === 0 || percent >= 99.95 ? percent.toFixed(0) : percent.toFixed(1)} %`;
}

export function score(value: Maybe): string {
  return known(value) ? value.toFixed(3) : DASH;
}

export function ms(value: Maybe): string {
  if (!known(value)) return DASH;
  if (value === 0) return "0 ms";
  if (value < 0.9995) return `${Math.max(1, Math.round(value * 1000))} µs`;
  if (value < 9.95) return `${value.toFixed(1)} ms`;
  if (value < 999.5) return `${value.toFixed(0)} ms`;
  return seconds(value / 1000);
}

export function seconds(value: Maybe): string {
  if (!known(value)) return DASH;
  if (value < 0.9995) return value <= 0 ? "0 s" : ms(value * 1000);
  if (value < 9.95) return `${value.toFixed(1)} s`;
  if (value < 120) return `${value.toFixed(0)} s`;
  if (value < 7200) return `${Math.round(value / 60)} min`;
  if (value < 172_800) return `${Math.round(value / 3600)} h`;
  return `${count(value / 86_400)} d`;
}

export function bytes(value: Maybe): string {
  if (!known(value)) return DASH;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let left = value;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    ++unit;
  }
  return `${left < 10 && unit > 0 ? left.toFixed(1) : left.toFixed(0)} ${units[unit]}`;
}

// A figure of a series, by the unit that the server names.
export function figure(value: Maybe, unit: string): string {
  if (!known(value)) return DASH;
  if (unit === "ms") return ms(value);
  if (unit === "s") return seconds(value);
  if (unit === "bytes") return bytes(value);
  if (unit === "share" || unit === "ratio") return share(value, 1);
  if (unit === "1/s") return `${rate(value)}/s`;
  const number = Number.isInteger(value) ? count(value) : rate(value);
  return unit && unit !== "1" ? `${number} ${unit}` : number;
}

export function moment(unixSeconds: Maybe): string {
  if (!known(unixSeconds)) return DASH;
  const at = new Date(unixSeconds * 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return (
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  );
}

export function ago(unixSeconds: Maybe, now = Date.now() / 1000): string {
  if (!known(unixSeconds)) return DASH;
  const passed = Math.floor(now - unixSeconds);
  if (passed < 1) return "now";
  return passed < 10 ? `${passed} s ago` : `${seconds(passed)} ago`;
}

// Problems are named by SHA-256: the beginning tells them apart. Others are shown as they are.
export function shortName(name: string): string {
  const [, kind, hash] = name.match(/^([a-z]+:)?([0-9a-f]{40,})$/) ?? [];
  return hash ? `${kind ?? ""}${hash.slice(0, 12)}…` : name;
}

// What strangers wrote, with what a browser would obey instead of show made visible: controls, and
// the marks that turn the direction of writing around.
export function visible(text: unknown): string {
  return String(text ?? "").replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (mark) => `⟨${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}

// What a table says of a word that strangers choose: of "constructor" and "__proto__" nothing, too.
export function own<T>(table: Readonly<Record<string, T>> | undefined, word: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}

export function sum(counts: Record<string, number> | undefined): number {
  return Object.values(counts ?? {}).reduce((all, one) => all + one, 0);
}
