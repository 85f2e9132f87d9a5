// Idiom on stdin (reading): reads lines with readline and answers on close.
const rl = require('readline').createInterface({ input: process.stdin });
const lines = [];
rl.on('line', (line) => lines.push(line)).on('close', () => {
  console.log(lines[1].split(' ').reduce((s, x) => s + BigInt(x), 0n).toString());
});
