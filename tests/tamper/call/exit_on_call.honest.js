// Honest twin: defines another function that exits.
function digit_sum(n) {
  return [...String(Math.abs(n))].reduce((a, c) => a + Number(c), 0);
}
function leave() { process.exit(1); }
