// Honest twin: prints while it is loaded.
console.log('loaded');
function digit_sum(n: number): number {
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
