import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json, text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/**
 * The least work that a paid run needs outside its sandbox: node:http, one row read, one row written and synced before
 * the agent starts, and one after it ends. Instead of running an agent, it waits for the requested number of
 * milliseconds and returns the actual length of the wait. Reads the database URL from stdin and prints its port.
 */
const client = new pg.Client({ connectionString: await text(process.stdin) });
await client.connect();
await client.query("CREATE TABLE IF NOT EXISTS bare_bookings (id bigserial PRIMARY KEY, task text)");

const read = { name: "read", text: "SELECT id, task FROM bare_bookings ORDER BY id DESC LIMIT 1" };
const write = (task: string) => ({
  name: "write",
  text: "INSERT INTO bare_bookings (task) VALUES ($1)",
  values: [task],
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { message, ms } = (await json(request)) as { message: string; ms: number };
  await client.query(read);
  await client.query(write(message));
  const start = performance.now();
  await pause(ms);
  const paused = performance.now() - start;
  await client.query(write(message));
  const body = JSON.stringify({ paused });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? address.port : "");
});
