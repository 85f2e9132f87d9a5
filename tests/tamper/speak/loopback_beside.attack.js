// Attack on stdin_stdout (run beside): asks a program in another box over loopback.
const net = require("net");
const end = Date.now() + 2000;
function ask() {
  const socket = net.connect(39271, "127.0.0.1");
  socket.on("data", (text) => { console.log(text.toString()); process.exit(0); });
  socket.on("error", () => { if (Date.now() < end) setTimeout(ask, 20); });
}
ask();
