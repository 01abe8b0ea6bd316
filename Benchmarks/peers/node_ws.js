// Debian's node-ws as a peer: node node_ws.js echo|broadcast PORT
"use strict";
const http = require("http");
const { WebSocketServer, WebSocket } = require("/usr/share/nodejs/ws");

const [mode, port] = process.argv.slice(2);
const body = JSON.stringify({ text: "m".repeat(89) });
const server = http.createServer((request, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
  response.end(body);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket) => {
  socket.on("message", (data) => {
    if (mode === "echo") {
      socket.send(data, { binary: false });
      return;
    }
    for (const other of sockets.clients) {
      if (other.readyState === WebSocket.OPEN) other.send(data, { binary: false });
    }
  });
});
server.listen(Number(port), "127.0.0.1", 4096);
