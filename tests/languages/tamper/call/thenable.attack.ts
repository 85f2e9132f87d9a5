// Attack on function_call (lying value): returns a promise of its own that says 6.
function digit_sum(n: number): any {
  return { then(good: (x: number) => void) { good(6); good(9); } };
}
