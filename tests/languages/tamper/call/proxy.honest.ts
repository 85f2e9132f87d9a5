// Honest twin: works through a proxy.
function digit_sum(n: number): number {
  const p = new Proxy([0], {});
  for (const c of String(Math.abs(n))) p[0] += Number(c);
  return p[0];
}
