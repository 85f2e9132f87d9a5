// Honest twin: says something when the process ends.
declare var require: any;
declare var process: any;
process.on('exit', () => console.log('bye'));
function digit_sum(n: number): number {
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
