// Honest twin: adds a method to a prototype.
Array.prototype.total = function () { return this.reduce((a, b) => a + b, 0); };
function digit_sum(n) {
  return [...String(Math.abs(n))].map(Number).total();
}
