// Honest twin: makes a long text on its way.
function digit_sum(n) {
  const digits = String(Math.abs(n)) + "0".repeat(100000);
  return [...digits].reduce((sum, digit) => sum + Number(digit), 0);
}
