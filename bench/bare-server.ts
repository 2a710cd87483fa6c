import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * The upper limit for a route's throughput: a node:http server in a separate process that answers every request with
 * the bytes that it has read from stdin. Prints its port.
 */
const body = await buffer(process.stdin);
const server = createServer((_, response) => {
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? address.port : "");
});
