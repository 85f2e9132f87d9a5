// Idiom on stdin (long integers): uses BigInt.
console.log((BigInt(require('fs').readFileSync(0, 'utf8').trim()) + 1n).toString());
