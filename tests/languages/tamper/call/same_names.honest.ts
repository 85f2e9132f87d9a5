// Honest twin: has names that the driver has.
const codeFile = 1;
function encode(x: number): number { return x; }
let reply = encode(codeFile);
function digit_sum(n: number): number {
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
