// Attack on function_call (lying value): returns objects that say 6 in every way.
class Six {
  toJSON() { return 6; }
  valueOf() { return 6; }
  toString() { return '6'; }
  [Symbol.toPrimitive]() { return 6; }
}
function digit_sum(n: number): any { return new Six(); }
