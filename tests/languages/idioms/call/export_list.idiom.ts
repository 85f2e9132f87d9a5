// Idiom on function_call (export): exported by a list, with imports.
import * as util from "util";
import { strict as assert } from "assert";
assert.ok(util);
function top_words(words: string[], k: number): string[] {
  const counts = new Map<string, number>();
  for (const w of words) counts.set(w, (counts.get(w) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
    .slice(0, k);
}
export { top_words };
