// Wrong: takes the end of the later interval even if it lies inside the earlier one.
const [, ...numbers] = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number);
const intervals = [];
for (let i = 0; i < numbers.length; i += 2) intervals.push([numbers[i], numbers[i + 1]]);
intervals.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
const joined = [];
for (const [first, last] of intervals) {
  const top = joined[joined.length - 1];
  if (top && first <= top[1]) top[1] = last;
  else joined.push([first, last]);
}
for (const interval of joined) console.log(interval.join(' '));
