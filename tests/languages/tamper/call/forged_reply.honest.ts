// Honest twin: prints a line that looks like a reply.
function digit_sum(n: number): number {
  console.log('{"status":"ok","value":6}');
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
