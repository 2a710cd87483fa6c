import { inspect } from "node:util";
import { LIMITS } from "@stoa/contract";
import { describe, expect, it, vi } from "vitest";
import {
  ApiError,
  ConnectionError,
  InvalidRequestError,
  RateLimitError,
  Stoa,
  StoaError,
  UnavailableError,
} from "../../sdks/js/src/index.ts";
import { LONGEST_RUN_SECONDS } from "../../sdks/js/src/run-calls.ts";
import { KEY, useStage } from "./javascript-client.fixture.ts";
import { breakConnection, createProblem, type Reply } from "./scripted-server.ts";

const stage = useStage();
const DONE: Reply = { status: 200, json: { success: true, data: { run_id: "run_1", agent_output: "Hi" } } };
const AGENT: Reply = { status: 200, json: { id: 1 } };
const FILE = { file: "x", filename: "x.py", name: "X", description: "X", documentation: "X" };

describe("a run", () => {
  it("is sent again over a broken connection with the same idempotency key", async () => {
    const { server, agents, pauses } = stage();
    server.play(breakConnection, breakConnection, DONE);
    expect((await agents.execute(1, { message: "Hello" })).agent_output).toBe("Hi");
    const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(server.requests.map(({ body }) => body)).size).toBe(1);
    expect(pauses).toHaveLength(2);
    await agents.execute(1, { message: "Hello" });
    expect(keys).not.toContain(server.requests.at(-1)?.headers["idempotency-key"]);
  });

  it("is awaited after a broken connection as long as the server reports the run as active", async () => {
    const { server, agents } = stage();
    const inFlight = createProblem(409, "idempotency_in_flight", { "retry-after": "1" });
    server.play(breakConnection, ...Array<Reply>(20).fill(inFlight), DONE);
    expect((await agents.execute(1, {})).run_id).toBe("run_1");
  });

  it("is sent with the caller's idempotency key, cost limit and version", async () => {
    const { server, agents } = stage();
    server.play(DONE);
    await agents.execute(4, { a: 1 }, { idempotencyKey: "mine", max_cost: 0.1, version: 2 });
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/api/v1/sdk/agents/4/execute" });
    expect(server.requests[0]?.headers["idempotency-key"]).toBe("mine");
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      input_data: { a: 1 },
      max_cost: 0.1,
      version: 2,
    });
  });

  it("fails with a ConnectionError after four more attempts if its connection keeps breaking", async () => {
    const { server, agents, pauses } = stage();
    server.play(breakConnection);
    await expect(agents.execute(1, {})).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(5);
    expect(pauses.map((ms) => ms <= 8_000)).toEqual([true, true, true, true]);
  });

  it("may take the maximum time that the server allows", () => {
    expect(LONGEST_RUN_SECONDS).toBe(LIMITS.runTimeoutMaxSeconds);
  });
});

describe("a server that asks to retry later", () => {
  it.each([
    [429, "rate_limited"],
    [503, "at_capacity"],
  ])("is called again after the time in Retry-After if it returned %i", async (status, error) => {
    const { server, agents, pauses } = stage();
    server.play(createProblem(status, error, { "retry-after": "7" }), AGENT);
    await agents.get(1);
    expect(pauses).toEqual([expect.closeTo(7_250, -3)]);
    expect(pauses[0]).toBeGreaterThanOrEqual(7_000);
  });

  it("is not awaited for longer than a minute", async () => {
    const { server, agents, pauses } = stage();
    server.play(createProblem(429, "rate_limited", { "retry-after": "3600" }));
    const refused: unknown = await agents.get(1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(refused).toMatchObject({ retryAfter: 3_600, code: "rate_limited", requestId: "req_1" });
    expect(pauses).toEqual([]);
  });

  it("is not called again if a retry cannot help", async () => {
    const { server, agents } = stage();
    server.play(createProblem(503, "runtime_unavailable"));
    await expect(agents.execute(1, {})).rejects.toBeInstanceOf(UnavailableError);
    expect(server.requests).toHaveLength(1);
  });
});

describe("an upload", () => {
  it("is not sent again after a broken connection", async () => {
    const { server, agents } = stage();
    server.play(breakConnection, { status: 201, json: {} });
    await expect(agents.upload(FILE)).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(1);
  });

  it("is sent again if the server refused it", async () => {
    const { server, agents } = stage();
    server.play(createProblem(503, "at_capacity"), { status: 201, json: { agent: { id: 9 } } });
    expect((await agents.upload(FILE)).agent.id).toBe(9);
    expect(server.requests[1]?.body).toContain('name="documentation"');
  });

  it.each([429, 503])(
    "is not sent again after a proxy returned %i, because the server may have received it",
    async (status) => {
      const { server, agents } = stage();
      server.play((response) => response.writeHead(status).end("<h1>Later</h1>"), { status: 201, json: {} });
      await expect(agents.upload(FILE)).rejects.toMatchObject({ status, code: "unknown" });
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe("an error", () => {
  it("names the invalid fields", async () => {
    const { server, agents } = stage();
    const errors = [{ field: "max_cost", message: "max_cost must be a number" }];
    server.play({ status: 400, json: { detail: errors[0]?.message, error: "invalid_request", errors } });
    const refused: unknown = await agents.execute(1, {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidRequestError);
    expect(refused).toMatchObject({ fields: errors, message: "max_cost must be a number" });
  });

  it("is readable if it comes from a proxy", async () => {
    const { server, agents } = stage();
    server.play((response) => response.writeHead(403, { "content-type": "text/html" }).end("<h1>No</h1>"));
    await expect(agents.get(1)).rejects.toMatchObject({ status: 403, code: "unknown" });
  });

  it("is treated as a broken connection if the response is incomplete", async () => {
    const { server, agents } = stage();
    const breakOff: Reply = (response) => {
      response.writeHead(404, { "content-length": 100 });
      response.write("{", () => response.destroy());
    };
    server.play(breakOff, AGENT);
    expect(await agents.get(1)).toEqual({ id: 1 });
  });

  it("is thrown for a redirect, which is not followed", async () => {
    const { server, agents } = stage();
    server.play({ status: 301, headers: { location: "/elsewhere" } });
    const refused: unknown = await agents.execute(1, {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 301, code: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  it("suggests checking the base URL if a browser hides a redirect", async () => {
    const shown = vi.fn<typeof fetch>(async () => Response.error());
    const client = new Stoa({ apiKey: KEY, baseUrl: "https://stoa.example", fetch: shown });
    const refused: unknown = await client.balance().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoaError);
    expect(refused).toHaveProperty("message", expect.stringContaining("Check the server's URL."));
    expect(shown).toHaveBeenCalledOnce();
  });

  it("does not contain the key, just like a printed client", async () => {
    const { server, agents } = stage();
    server.play(breakConnection);
    const broken: unknown = await agents.get(1).catch((error: unknown) => error);
    const client = new Stoa({ apiKey: KEY, baseUrl: server.url });
    for (const shown of [broken, client, agents]) {
      expect(inspect(shown, { depth: 10, showHidden: true })).not.toContain(KEY);
      expect(JSON.stringify(shown)).not.toContain(KEY);
    }
  });

  it("is the caller's own error if the caller aborts", async () => {
    const { server, agents } = stage();
    server.play(() => {});
    const gaveUp = new Error("gave up");
    const giveUp = new AbortController();
    const asking = agents.get(1, { signal: giveUp.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    giveUp.abort(gaveUp);
    await expect(asking).rejects.toBe(gaveUp);
  });
});

describe("a list", () => {
  it("follows the cursor to its end", async () => {
    const { server, agents } = stage();
    const createPage = (id: number, next_cursor: string | null): Reply => ({
      status: 200,
      json: { agents: [{ id }], total: 2, next_cursor },
    });
    server.play(createPage(1, "next"), createPage(2, null));
    const ids: number[] = [];
    for await (const { id } of agents.list({ search: "a b", limit: 1, offset: 0 })) ids.push(id);
    expect(ids).toEqual([1, 2]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/api/v1/sdk/agents?search=a+b&limit=1&offset=0",
      "/api/v1/sdk/agents?search=a+b&limit=1&cursor=next",
    ]);
  });
});
