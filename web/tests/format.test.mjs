// Numbers as the page writes them: at every size in their unit, and never without an end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { transformWithEsbuild } from "vite";

const source = readFileSync(new URL("../src/format.ts", import.meta.url), "utf8");
const { code } = await transformWithEsbuild(source, "format.ts");
const format = await import(`data:text/javascript,${encodeURIComponent(code)}`);

test("times of every size have the unit that suits them", () => {
  for (let value = 1e-4; value < 1e12; value *= 1.0007) {
    for (const text of [format.ms(value), format.seconds(value)]) {
      assert.match(text, /^[\d.,KMB]{1,9} (µs|ms|s|min|h|d)$/);
      assert.doesNotMatch(text, /^1000 (µs|ms)$|^10\.0 /, `${value}`);
    }
  }
  assert.equal(format.ms(999.7), "1.0 s");
  assert.equal(format.seconds(0.9999), "1.0 s");
});

test("what isn't known is a dash", () => {
  for (const nothing of [null, undefined, NaN, Infinity]) {
    for (const write of ["count", "rate", "score", "ms", "seconds", "bytes", "moment", "ago"]) {
      assert.equal(format[write](nothing), format.DASH);
    }
  }
  assert.equal(format.share(1, 0), format.DASH);
});
