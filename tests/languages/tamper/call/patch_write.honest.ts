// Honest twin: replaces process.stdout.write.
declare var require: any;
declare var process: any;
const write = process.stdout.write;
process.stdout.write = (text: string) => write.call(process.stdout, '> ' + text);
console.log('patched');
function digit_sum(n: number): number {
  return [...String(Math.abs(n))].map(Number).reduce((a, b) => a + b, 0);
}
