import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Pool } from "undici";
import * as z from "zod";

/**
 * The minimum cost of a gateway in Node: node:http in front of an undici pool, which forwards bytes and does not count
 * tokens. Like a run's gateway, it listens on a Unix socket. Reads the socket's path and the provider's URL from stdin
 * and prints "0" when it listens.
 */
const Input = z.object({ path: z.string(), provider: z.url() });
const { path, provider } = Input.parse(JSON.parse(await text(process.stdin)));
const pool = new Pool(provider, { connections: 512 });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const headers = { "content-type": "application/json", authorization: "Bearer sk-operators" };
    pool.stream(
      { path: request.url ?? "/", method: "POST", headers, body },
      ({ statusCode, headers: answered }) => {
        response.writeHead(statusCode, { "content-type": answered["content-type"] ?? "" });
        return response;
      },
      (error) => {
        if (error) response.destroy(error);
      },
    );
  });
});
server.listen(path, () => console.log("0"));
