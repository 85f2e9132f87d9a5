// Attack on stdin_stdout (threads and exit handlers): prints guesses while it exits.
process.on('exit', () => { for (let i = 0; i < 200; i++) console.log(i); });
