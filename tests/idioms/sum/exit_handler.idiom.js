// Idiom on stdin (ending): prints from an exit handler.
const [n, ...a] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
process.on('exit', () => console.log(a.reduce((x, y) => x + y, 0)));
