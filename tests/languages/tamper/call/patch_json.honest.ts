// Honest twin: adds a method to a prototype.
interface Array<T> { total(): number; }
(Array.prototype as any).total = function () { return this.reduce((a: number, b: number) => a + b, 0); };
function digit_sum(n: number): number {
  return ([...String(Math.abs(n))].map(Number) as any).total();
}
