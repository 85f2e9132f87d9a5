// Idiom on stdin (ending): calls process.exit(0) after its answer.
const [n, ...a] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
console.log(a.reduce((x, y) => x + y, 0));
process.exit(0);
