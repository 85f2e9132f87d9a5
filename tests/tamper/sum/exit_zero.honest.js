// Honest twin: leaves with code 0 after the answer.
const words = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
console.log(words.slice(1, 1 + words[0]).reduce((a, b) => a + b, 0));
process.exitCode = 0;
