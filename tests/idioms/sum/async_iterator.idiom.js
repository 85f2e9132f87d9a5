// Idiom on stdin (reading): iterates over process.stdin with for await.
(async () => {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const [n, ...a] = text.trim().split(/\s+/).map(Number);
  process.stdout.write(a.reduce((x, y) => x + y, 0) + '\n');
})();
