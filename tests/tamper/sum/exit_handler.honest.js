// Honest twin: prints the answer while it exits.
const words = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
process.on('exit', () => console.log(words.slice(1).reduce((a, b) => a + b, 0)));
