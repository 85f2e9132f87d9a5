// Attack on function_call (lying value): returns a proxy that answers everything.
function digit_sum(n: number): any {
  return new Proxy(Object(6), { get: () => () => 6, has: () => true, getPrototypeOf: () => Number.prototype, ownKeys: () => [] });
}
