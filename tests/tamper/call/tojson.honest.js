// Honest twin: uses JSON for its own work.
function digit_sum(n) {
  JSON.stringify({ n });
  return [...String(Math.abs(n))].reduce((a, c) => a + Number(c), 0);
}
