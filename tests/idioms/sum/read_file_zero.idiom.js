// Idiom on stdin (reading): reads descriptor 0 with readFileSync.
const data = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number);
console.log(data.slice(1).reduce((x, y) => x + y, 0));
