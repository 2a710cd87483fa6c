import { connect } from "node:net";
import { Problem } from "@stoa/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { createHttpServer } from "./http-server.ts";

let app: FastifyInstance;
let port = 0;

beforeAll(async () => {
  app = createHttpServer({ log: pino({ level: "silent" }) });
  app.post("/api/v1/echo", async (request) => ({ got: request.body }));
  app.get("/api/v1/things/:id", async (request) => ({ params: request.params }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(app.listeningOrigin).port);
});

afterAll(() => app.close());

interface RawAnswer {
  status: number;
  head: string;
  body: unknown;
}

/** Parses the raw responses of a connection. Each has a Content-Length. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const head = rest.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    answers.push({
      status: Number(head.split(" ")[1]),
      head: head.toLowerCase(),
      body: JSON.parse(rest.slice(end, end + length)),
    });
    rest = rest.slice(end + length);
  }
  return answers;
}

/** Sends raw bytes that no HTTP client would send, and reads until the server closes the connection. */
function exchange(...chunks: (string | Buffer)[]): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answersIn(text)));
    for (const chunk of chunks) socket.write(chunk);
  });
}

const last = "Host: stoa\r\nConnection: close\r\n\r\n";

test.each([
  ["invalid percent-encoding", `GET /api/v1/things/%zz HTTP/1.1\r\n${last}`, 400],
  ["headers above the limit", `GET /api/v1/things/1 HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n${last}`, 431],
  ["a request that is not HTTP", "HELLO\r\n\r\n", 400],
  ["an invalid content length", "POST /api/v1/echo HTTP/1.1\r\nContent-Length: ten\r\n\r\n", 400],
])("returns a problem document for %s", async (_, request, status) => {
  const [answer] = await exchange(request);
  expect(answer?.status).toBe(status);
  expect(answer?.head).toContain("content-type: application/problem+json");
  expect(answer?.head).toContain("x-content-type-options: nosniff");
  const problem = Problem.parse(answer?.body);
  expect(problem.status).toBe(status);
  expect(answer?.head).toContain(`x-request-id: ${problem.request_id}`);
});

test("returns 415 for a text body, even if it contains JSON", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/echo`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: "{}",
  });
  expect(response.status).toBe(415);
  expect(Problem.parse(await response.json()).error).toBe("unsupported_media_type");
});

test("returns 413 for a body that is too large and keeps the connection open for the next request", async () => {
  const length = 5 * 1024 * 1024;
  const head = `POST /api/v1/echo HTTP/1.1\r\nHost: stoa\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const next = `GET /api/v1/things/1 HTTP/1.1\r\n${last}`;
  const answers = await exchange(head, Buffer.alloc(length, 0x20), next);
  expect(answers.map((answer) => answer.status)).toEqual([413, 200]);
  expect(Problem.parse(answers[0]?.body).error).toBe("too_large");
});

test.each([
  ["head", "POST /api/v1/echo HTTP/1.1\r\nHost: stoa\r\n"],
  [
    "body",
    "POST /api/v1/echo HTTP/1.1\r\nHost: stoa\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
  ],
])("a %s that does not arrive in time returns 408 and closes the connection", async (_, sent) => {
  const impatient = createHttpServer({ log: pino({ level: "silent" }), arrivalMs: 300 });
  impatient.post("/api/v1/echo", async (request) => ({ got: request.body }));
  await impatient.listen({ host: "127.0.0.1", port: 0 });
  try {
    const began = performance.now();
    const socket = connect(Number(new URL(impatient.listeningOrigin).port), "127.0.0.1");
    // A sender that keeps sending slowly is treated like a silent one.
    const dripping = setInterval(() => socket.write("x"), 100);
    socket.write(sent);
    let text = "";
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    // The server resets the connection while data is still being sent.
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(dripping);
    expect(text).toContain("408");
    // The time limit, the interval between two checks, and extra time for a busy machine.
    expect(performance.now() - began).toBeLessThan(5_000);
  } finally {
    await impatient.close();
  }
});

test("checks slow senders often enough to disconnect them after 30 s", () => {
  const { server } = createHttpServer({ log: pino({ level: "silent" }) });
  expect(server.requestTimeout).toBeLessThanOrEqual(29_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(29_000);
});

test("the log has a stack for an internal error but not for a refusal that any client can cause", async () => {
  const lines: string[] = [];
  const logged = createHttpServer({
    log: pino({ level: "info" }, { write: (line: string) => lines.push(line) }),
  });
  logged.get("/full", async () => {
    throw new AppError(503, "at_capacity", "This server is full");
  });
  logged.get("/away", async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  });
  logged.get("/broken", async () => {
    throw new Error("a bug");
  });
  const statuses = [];
  for (const url of ["/full", "/away", "/broken"]) statuses.push((await logged.inject({ url })).statusCode);
  await logged.close();
  expect(statuses).toEqual([503, 503, 500]);
  const [full, away, broken] = lines;
  expect(full).not.toContain("stack");
  expect(away).not.toContain("stack");
  expect(away).toContain("ECONNREFUSED");
  expect(broken).toContain("stack");
});
