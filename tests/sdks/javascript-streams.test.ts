import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../sdks/js/src/index.ts";
import { ConnectionError } from "../../sdks/js/src/index.ts";
import { useStage } from "./javascript-client.fixture.ts";
import { breakConnection, createProblem, type Reply, replyWithEvents } from "./scripted-server.ts";

const stage = useStage();
const RUNNING: [string, unknown] = ["status", { run_id: "run_1", status: "running" }];
const STARTED: [number, string, unknown] = [0, ...RUNNING];
const RESULT: [number, string, unknown] = [
  9,
  "result",
  { run_id: "run_1", status: "completed", success: true },
];
const createOutputEvent = (id: number, text: string): [number, string, unknown] => [id, "output", { text }];

async function read(stream: AsyncIterable<RunEvent>): Promise<string> {
  const seen: string[] = [];
  for await (const { event, data } of stream) seen.push(event === "output" ? data.text : event);
  return seen.join(" ");
}

describe("a stream", () => {
  it("resumes after the id of its last event", async () => {
    const { server, agents } = stage();
    server.play(
      replyWithEvents("breaks", STARTED, createOutputEvent(1, "one"), createOutputEvent(2, "two")),
      breakConnection,
      replyWithEvents("breaks", [2, ...RUNNING], createOutputEvent(3, "three")),
      replyWithEvents("ends", createOutputEvent(4, "four"), RESULT),
    );
    expect(await read(agents.stream(1, {}))).toBe("status one two three four result");
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/sdk/agents/1/execute",
      ...Array<string>(3).fill("GET /api/v1/sdk/runs/run_1/events"),
    ]);
    expect(server.requests.map(({ headers }) => headers["last-event-id"])).toEqual([
      undefined,
      "2",
      "2",
      "3",
    ]);
    expect(server.requests.every(({ headers }) => headers.accept === "text/event-stream")).toBe(true);
  });

  it("resumes with its idempotency key, without repeating events, if it broke before it named the run", async () => {
    const { server, agents } = stage();
    server.play(
      replyWithEvents("breaks", createOutputEvent(1, "one")),
      replyWithEvents("ends", STARTED, createOutputEvent(1, "one"), createOutputEvent(2, "two"), RESULT),
    );
    expect(await read(agents.stream(1, {}))).toBe("one two result");
    const [first, second] = server.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(second).toBe(first);
  });

  it("returns all events if it broke before its first event", async () => {
    const { server, agents } = stage();
    server.play(
      replyWithEvents("breaks"),
      replyWithEvents("ends", STARTED, createOutputEvent(1, "one"), RESULT),
    );
    expect(await read(agents.stream(1, {}))).toBe("status one result");
  });

  it("returns the result even if the server lost events that it had already sent", async () => {
    const { server, agents } = stage();
    server.play(
      replyWithEvents("breaks", STARTED, createOutputEvent(1, "one"), createOutputEvent(2, "two")),
      replyWithEvents(
        "ends",
        [2, ...RUNNING],
        [1, "result", { run_id: "run_1", status: "failed", success: false }],
      ),
    );
    expect(await read(agents.stream(1, {}))).toBe("status one two result");
  });

  it("is treated as broken if it ends without a result", async () => {
    const { server, agents } = stage();
    server.play(replyWithEvents("ends", STARTED), replyWithEvents("ends", RESULT));
    expect(await read(agents.stream(1, {}))).toBe("status result");
  });

  it("fails after four more attempts without new events", async () => {
    const { server, agents, pauses } = stage();
    server.play(replyWithEvents("breaks", STARTED));
    await expect(read(agents.stream(1, {}))).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(5);
    expect(pauses).toHaveLength(4);
  });

  it("fails after four more attempts if it cannot be opened", async () => {
    const { server, agents, pauses } = stage();
    server.play(breakConnection);
    await expect(read(agents.stream(1, {}))).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(5);
    expect(pauses).toHaveLength(4);
  });

  it("is parsed correctly with line separators in strings, with both line endings, and byte by byte", async () => {
    const { server, agents } = stage();
    const text = "é\u2028\u0085\r\n漢 : x";
    const bytes = Buffer.from(
      `id:1\r\nevent:output\r\ndata:${JSON.stringify({ text })}\r\n\r\nid: 2\nevent: result\ndata: {"run_id":"run_1"}\n\n`,
    );
    const replyByteByByte: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    };
    server.play(replyByteByByte);
    expect(await read(agents.stream(1, {}))).toBe(`${text} result`);
  });

  it("ends if its caller aborts", async () => {
    const { server, agents } = stage();
    const closed = new Promise((resolve) => {
      server.play((response) => {
        response.once("close", resolve);
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('id: 1\nevent: output\ndata: {"text":"one"}\n\n');
      });
    });
    for await (const { event } of agents.stream(1, {})) {
      expect(event).toBe("output");
      break;
    }
    await closed;
  });
});

describe("a background run", () => {
  it("is started once, with the Prefer header", async () => {
    const { server, runs } = stage();
    server.play(breakConnection, { status: 202, json: { run_id: "run_1", status: "running" } });
    expect((await runs.start(1, { message: "Hello" })).run_id).toBe("run_1");
    expect(server.requests.map(({ headers }) => headers.prefer)).toEqual(["respond-async", "respond-async"]);
    expect(server.requests[0]?.headers["idempotency-key"]).toBe(
      server.requests[1]?.headers["idempotency-key"],
    );
  });

  it("is awaited across broken connections", async () => {
    const { server, runs } = stage();
    server.play(
      replyWithEvents("breaks", STARTED),
      createProblem(503, "at_capacity"),
      replyWithEvents("ends", RESULT),
    );
    expect((await runs.wait("run_1")).status).toBe("completed");
  });

  it("can be followed from any event", async () => {
    const { server, runs } = stage();
    server.play(replyWithEvents("ends", createOutputEvent(6, "six"), RESULT));
    expect(await read(runs.events("run_1", { after: 5 }))).toBe("six result");
    expect(server.requests[0]?.headers["last-event-id"]).toBe("5");
  });

  it("starts from its status event if its connection broke before any event", async () => {
    const { server, runs } = stage();
    server.play(
      replyWithEvents("breaks"),
      replyWithEvents("ends", STARTED, createOutputEvent(1, "one"), RESULT),
    );
    expect(await read(runs.events("run_1"))).toBe("status one result");
  });
});
