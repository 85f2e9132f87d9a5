// Honest twin: returns a Number object.
function digit_sum(n: number): any {
  return new Number([...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0));
}
