// Attack on stdin_stdout (signal): kills itself.
process.kill(process.pid, 'SIGKILL');
setTimeout(() => {}, 1000);
