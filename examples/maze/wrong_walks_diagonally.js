// Wrong: also moves diagonally.
const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const [height, width] = lines[0].split(' ').map(Number);
const grid = lines.slice(1, height + 1);
const row = grid.findIndex((line) => line.includes('S'));
const distance = new Map([[row * width + grid[row].indexOf('S'), 0]]);
const open = [...distance.keys()];
let answer = -1;
for (let head = 0; head < open.length; head++) {
  const at = open[head], r = Math.floor(at / width), c = at % width;
  if (grid[r][c] === 'T') { answer = distance.get(at); break; }
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      const nr = r + dr, nc = c + dc, next = nr * width + nc;
      if (nr < 0 || nc < 0 || nr >= height || nc >= width) continue;
      if (grid[nr][nc] === '#' || distance.has(next)) continue;
      distance.set(next, distance.get(at) + 1);
      open.push(next);
    }
  }
}
console.log(answer);
