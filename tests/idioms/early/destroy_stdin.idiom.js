// Idiom on stdin (unread input): destroys process.stdin after the first chunk.
process.stdin.once('data', (chunk) => { console.log(chunk.toString().split('\n')[0]); process.stdin.destroy(); });
