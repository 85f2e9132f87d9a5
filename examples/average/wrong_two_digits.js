// Wrong: rounds to two digits.
const [head, body] = require('fs').readFileSync(0, 'utf8').split('\n');
const values = body.trim().split(/\s+/).map(Number);
const mean = values.reduce((a, b) => a + b) / Number(head);
const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / Number(head);
console.log(mean.toFixed(2), Math.sqrt(variance).toFixed(2));
