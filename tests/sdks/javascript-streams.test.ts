import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../sdks/js/src/index.ts";
import { ConnectionError } from "../../sdks/js/src/index.ts";
import { useStage } from "./javascript-client.fixture.ts";
import { breaks, events, problem, type Reply } from "./scripted-server.ts";

const stage = useStage();
const RUNNING: [string, unknown] = ["status", { run_id: "run_1", status: "running" }];
const STARTED: [number, string, unknown] = [0, ...RUNNING];
const RESULT: [number, string, unknown] = [
  9,
  "result",
  { run_id: "run_1", status: "completed", success: true },
];
const output = (id: number, text: string): [number, string, unknown] => [id, "output", { text }];

async function read(stream: AsyncIterable<RunEvent>): Promise<string> {
  const seen: string[] = [];
  for await (const { event, data } of stream) seen.push(event === "output" ? data.text : event);
  return seen.join(" ");
}

describe("a stream", () => {
  it("resumes after the id of its last event", async () => {
    const { server, agents } = stage();
    server.play(
      events("breaks", STARTED, output(1, "one"), output(2, "two")),
      breaks,
      events("breaks", [2, ...RUNNING], output(3, "three")),
      events("ends", output(4, "four"), RESULT),
    );
    expect(await read(agents.stream(1, {}))).toBe("status one two three four result");
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/sdk/agents/1/execute",
      ...Array<string>(3).fill("GET /api/v1/sdk/runs/run_1/events"),
    ]);
    expect(server.asked.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "2", "2", "3"]);
    expect(server.asked.every(({ headers }) => headers.accept === "text/event-stream")).toBe(true);
  });

  it("that broke before it named its run is found by its idempotency key, and repeats no event", async () => {
    const { server, agents } = stage();
    server.play(
      events("breaks", output(1, "one")),
      events("ends", STARTED, output(1, "one"), output(2, "two"), RESULT),
    );
    expect(await read(agents.stream(1, {}))).toBe("one two result");
    const [first, second] = server.asked.map(({ headers }) => headers["idempotency-key"]);
    expect(second).toBe(first);
  });

  it("that broke before its first event returns all events", async () => {
    const { server, agents } = stage();
    server.play(events("breaks"), events("ends", STARTED, output(1, "one"), RESULT));
    expect(await read(agents.stream(1, {}))).toBe("status one result");
  });

  it("returns its result even if a lost node had sent more than it saved", async () => {
    const { server, agents } = stage();
    server.play(
      events("breaks", STARTED, output(1, "one"), output(2, "two")),
      events("ends", [2, ...RUNNING], [1, "result", { run_id: "run_1", status: "failed", success: false }]),
    );
    expect(await read(agents.stream(1, {}))).toBe("status one two result");
  });

  it("that ends without a result counts as broken", async () => {
    const { server, agents } = stage();
    server.play(events("ends", STARTED), events("ends", RESULT));
    expect(await read(agents.stream(1, {}))).toBe("status result");
  });

  it("is given up once nothing new arrives", async () => {
    const { server, agents, pauses } = stage();
    server.play(events("breaks", STARTED));
    await expect(read(agents.stream(1, {}))).rejects.toBeInstanceOf(ConnectionError);
    expect(server.asked).toHaveLength(5);
    expect(pauses).toHaveLength(4);
  });

  it("that cannot be opened is given up after four more attempts", async () => {
    const { server, agents, pauses } = stage();
    server.play(breaks);
    await expect(read(agents.stream(1, {}))).rejects.toBeInstanceOf(ConnectionError);
    expect(server.asked).toHaveLength(5);
    expect(pauses).toHaveLength(4);
  });

  it("is parsed whatever its texts contain and however its bytes are split", async () => {
    const { server, agents } = stage();
    const text = "é\u2028\u0085\r\n漢 : x";
    const bytes = Buffer.from(
      `id:1\r\nevent:output\r\ndata:${JSON.stringify({ text })}\r\n\r\nid: 2\nevent: result\ndata: {"run_id":"run_1"}\n\n`,
    );
    const byByte: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    };
    server.play(byByte);
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
    server.play(breaks, { status: 202, json: { run_id: "run_1", status: "running" } });
    expect((await runs.start(1, { message: "Hello" })).run_id).toBe("run_1");
    expect(server.asked.map(({ headers }) => headers.prefer)).toEqual(["respond-async", "respond-async"]);
    expect(server.asked[0]?.headers["idempotency-key"]).toBe(server.asked[1]?.headers["idempotency-key"]);
  });

  it("is awaited over broken connections", async () => {
    const { server, runs } = stage();
    server.play(events("breaks", STARTED), problem(503, "at_capacity"), events("ends", RESULT));
    expect((await runs.wait("run_1")).status).toBe("completed");
  });

  it("can be followed from any event", async () => {
    const { server, runs } = stage();
    server.play(events("ends", output(6, "six"), RESULT));
    expect(await read(runs.events("run_1", { after: 5 }))).toBe("six result");
    expect(server.asked[0]?.headers["last-event-id"]).toBe("5");
  });

  it("is followed from its status after a connection that broke earlier", async () => {
    const { server, runs } = stage();
    server.play(events("breaks"), events("ends", STARTED, output(1, "one"), RESULT));
    expect(await read(runs.events("run_1"))).toBe("status one result");
  });
});
