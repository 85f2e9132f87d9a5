// Idiom on stdin (ending): prints from a timer.
const [n, ...a] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
setTimeout(() => console.log(a.reduce((x, y) => x + y, 0)), 5);
