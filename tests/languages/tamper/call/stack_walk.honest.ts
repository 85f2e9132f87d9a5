// Honest twin: looks at its stack.
function digit_sum(n: number): number {
  if (!new Error('here').stack) return -1;
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
