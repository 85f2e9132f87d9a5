// Idiom on stdin (line ends): splits at either line end.
const lines = require('fs').readFileSync(0, 'utf8').split(/\r?\n/);
console.log(lines[1].split(' ').map(Number).reduce((x, y) => x + y) + '\n' + lines[2]);
