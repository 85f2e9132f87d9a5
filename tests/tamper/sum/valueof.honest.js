// Honest twin: prints an object with toString.
const words = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
const answer = { toString: () => String(words.slice(1).reduce((a, b) => a + b, 0)) };
console.log(String(answer));
