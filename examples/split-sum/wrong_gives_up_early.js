// Wrong: one off in the smallest possible sum.
const [n, s] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);
const rest = s - n * (n - 1) / 2;
if (rest <= n) console.log(-1);
else console.log([...Array(n - 1).keys()].map((i) => i + 1).concat(rest).join(' '));
