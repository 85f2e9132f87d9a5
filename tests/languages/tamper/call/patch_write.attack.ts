// Attack on function_call (monkey-patching): replaces how files and streams are written.
declare var require: any;
declare var process: any;
const fs = require('fs');
const write = fs.writeSync;
fs.writeSync = (fd: number, bytes: any) => { write(fd, fd === 3 ? '{"status":"ok","value":6}' : bytes); return bytes.length; };
process.stdout.write = () => true;
process.exit = () => {};
function digit_sum(n: number): number { return -1; }
