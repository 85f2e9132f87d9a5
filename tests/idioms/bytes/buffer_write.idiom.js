// Idiom on stdin (bytes): writes a Buffer.
const n = Number(require('fs').readFileSync(0, 'utf8'));
const line = Buffer.from([...Array(128).keys()].map((i) => i + 128).concat([10]));
process.stdout.write(Buffer.concat(Array(n).fill(line)));
