// Honest twin: returns a promise.
async function digit_sum(n: number): Promise<number> {
  await new Promise((good) => setTimeout(good, 1));
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
