// Wrong: forgets that brackets may be left open at the end.
const line = require('fs').readFileSync(0, 'utf8').trim();
const partner = { ')': '(', ']': '[', '}': '{' };
const stack = [];
let ok = true;
for (const c of line) {
  if (!(c in partner)) stack.push(c);
  else if (stack.pop() !== partner[c]) ok = false;
}
console.log(ok ? 'yes' : 'no');
