// Idiom on stdin (files): keeps its input in /tmp.
const fs = require('fs');
const [n, ...a] = fs.readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number);
fs.mkdirSync('/tmp/js/deep', { recursive: true });
fs.writeFileSync('/tmp/js/deep/a', a.slice(0, n).join(' '));
fs.renameSync('/tmp/js/deep/a', '/tmp/js/b');
if (fs.existsSync('/tmp/js/deep/a') || fs.readdirSync('/tmp/js').join() !== 'b,deep') process.exit(1);
console.log(fs.readFileSync('/tmp/js/b', 'utf8').split(' ').reduce((x, y) => x + Number(y), 0));
fs.rmSync('/tmp/js', { recursive: true });
