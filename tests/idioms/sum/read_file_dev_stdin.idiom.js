// Idiom on stdin (reading): reads /dev/stdin.
const [, line] = require('fs').readFileSync('/dev/stdin').toString().split('\n');
console.log(line.trim().split(' ').map(Number).reduce((x, y) => x + y, 0));
