// Honest twin: serves itself on loopback, if it may, and adds up.
const net = require("net");
const words = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(Number);
const answer = () => console.log(words.slice(1, words[0] + 1).reduce((a, b) => a + b, 0));
const server = net.createServer((socket) => socket.end("hello"));
server.on("error", answer);
server.listen(0, "127.0.0.1", () => {
  const client = net.connect(server.address().port, "127.0.0.1");
  client.on("data", () => {});
  client.on("error", () => {});
  client.on("close", () => { server.close(); answer(); });
});
