// Idiom on stdin (bytes): reverses by code points.
const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n');
console.log(lines.map((line) => [...line].reverse().join('')).join('\n'));
