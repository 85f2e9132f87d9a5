// Honest twin: reads its arguments.
declare var require: any;
declare var process: any;
function digit_sum(n: number): number {
  if (process.argv.length < 1) return -1;
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
