// Honest twin: writes to stdout.
function digit_sum(n) {
  console.log('called');
  return [...String(Math.abs(n))].reduce((a, c) => a + Number(c), 0);
}
