// Honest twin: uses a proxy inside.
function digit_sum(n) {
  const p = new Proxy({}, { get: (t, k) => Number(k) || 0 });
  return [...String(Math.abs(n))].reduce((a, c) => a + p[c], 0);
}
