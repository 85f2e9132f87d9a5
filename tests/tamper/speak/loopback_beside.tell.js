// Teller: knows the answer and leaves it.
const server = require("net").createServer((socket) => socket.end("805306"));
server.on("error", () => process.exit(0));
server.listen(39271, "127.0.0.1", () => setTimeout(() => process.exit(0), 2000));
