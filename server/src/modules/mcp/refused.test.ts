import { CreatedKey } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { ACCEPT, connectClient, createMessage, getText } from "./mcp.fixture.ts";

const server = useTestServer();
let developer: RegisteredPerson;
let caller: RegisteredPerson;
let agentId = 0;

beforeAll(async () => {
  developer = await registerPerson(server());
  caller = await registerPerson(server());
  agentId = await developer.upload();
});

const send = (json: unknown, options: CallOptions = {}) =>
  server().client.post("/mcp", json, {
    key: caller.apiKey,
    ...options,
    headers: { ...ACCEPT, ...options.headers },
  });

async function createKey(fields: object): Promise<string> {
  const answer = await server().client.post("/api/v1/users/api-keys", fields, { token: caller.token });
  return parseAnswer(CreatedKey, answer).api_key;
}

const runMessage = (id: number) =>
  createMessage("tools/call", {
    name: "run_agent",
    arguments: { agent_id: id, input_data: { message: "x" } },
  });

describe("a request that is not a message", () => {
  it.each([
    ["without a credential", 401, {}, { key: "" }],
    ["with an unknown key", 401, {}, { key: "stoa_sk_unknown" }],
    ["that is no JSON", 400, { code: -32_700 }, { raw: "{" }],
    ["of another type", 415, { code: -32_000 }, { raw: "hello", headers: { "content-type": "text/html" } }],
    ["that is too large", 413, { code: -32_000 }, { raw: JSON.stringify("x".repeat(300_000)) }],
    ["that is nested too deeply", 400, { code: -32_000 }, { raw: "[".repeat(500) + "]".repeat(500) }],
    ["from the page of another site", 403, {}, { headers: { origin: "https://evil.example" } }],
  ] as const)("%s is refused with %i as a JSON-RPC error", async (_, status, error, options) => {
    const answer = await send(createMessage("ping"), { ...options });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String), ...error } });
    if (status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  it("with the name of another host is refused, as DNS rebinding would send it", async () => {
    const { statusCode } = await server().app.inject({
      method: "POST",
      url: "/mcp",
      headers: { host: "evil.example", authorization: `Bearer ${caller.apiKey}` },
      payload: createMessage("ping"),
    });
    expect(statusCode).toBe(403);
  });

  it.each(["GET", "DELETE", "PUT", "PATCH", "OPTIONS"])(
    "with the method %s is refused with 405",
    async (method) => {
      const answer = await server().client.call(method, "/mcp", { key: caller.apiKey, headers: ACCEPT });
      expect(answer).toMatchObject({ status: 405, body: { jsonrpc: "2.0", error: { code: -32_000 } } });
    },
  );

  it("is refused at the path of an agent that does not exist", async () => {
    const answer = await server().client.post("/mcp/agents/2000000000", createMessage("ping"), {
      key: caller.apiKey,
      headers: ACCEPT,
    });
    expect(answer).toMatchObject({ status: 404, body: { id: 1, error: { message: "Agent not found" } } });
  });
});

describe("a message", () => {
  it("with an unknown method or without a method is an error of JSON-RPC", async () => {
    expect((await send(createMessage("no/such"))).body).toContain('"code":-32601');
    expect((await send({ jsonrpc: "2.0", id: 1 })).body).toMatchObject({ error: { code: -32_600 } });
  });

  it("of a protocol version that does not exist names the versions that do", async () => {
    const answer = await send(createMessage("tools/list"), {
      headers: { "mcp-protocol-version": "1999-01-01" },
    });
    expect(answer).toMatchObject({ status: 400, body: { jsonrpc: "2.0", error: { code: -32_000 } } });
    expect(JSON.stringify(answer.body)).toContain("2025-11-25");
  });

  it("needs the scope for what it does", async () => {
    const reader = await createKey({ name: "reader", scopes: ["read"] });
    const runner = await createKey({ name: "runner", scopes: ["run"] });
    const search = createMessage("tools/call", { name: "search_agents", arguments: {} });
    expect((await send(search, { key: reader })).status).toBe(200);
    const refused = await send(runMessage(agentId), { key: reader });
    expect(refused).toMatchObject({
      status: 403,
      body: { id: 1, error: { data: { error: "insufficient_scope" } } },
    });
    expect(refused.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="run"');
    expect((await send(runMessage(agentId), { key: runner })).status).toBe(200);
    expect((await send(search, { key: runner })).status).toBe(403);
    expect((await send([createMessage("ping"), search], { key: runner })).status).toBe(403);
    expect((await send(createMessage("tools/list"), { key: runner })).status).toBe(200);
  });

  it("counts toward the limit of runs", async () => {
    const answer = await send(createMessage("ping"));
    expect(answer.headers.get("ratelimit-policy")).toContain("runs");
  });
});

describe("an agent that cannot run", () => {
  async function run(id: number, key = caller.apiKey, args: object = {}): Promise<string> {
    const client = await connectClient(server(), key);
    const result = await client.callTool({
      name: "run_agent",
      arguments: { agent_id: id, input_data: { message: "x" }, ...args },
    });
    expect(result.isError).toBe(true);
    return getText(result);
  }

  it("is not found if it is private", async () => {
    const id = await developer.upload();
    await sql`UPDATE agents SET visibility = 'private' WHERE id = ${id}`.execute(server().db);
    expect(await run(id)).toBe("Agent not found");
    const client = await connectClient(server(), caller.apiKey);
    const described = await client.callTool({ name: "describe_agent", arguments: { agent_id: id } });
    expect(described).toMatchObject({ isError: true, content: [{ text: "Agent not found" }] });
    const path = `/mcp/agents/${id}`;
    const answer = await server().client.post(path, createMessage("tools/list"), {
      key: caller.apiKey,
      headers: ACCEPT,
    });
    expect(answer).toMatchObject({ status: 404, body: { error: { message: "Agent not found" } } });
    await expect(connectClient(server(), developer.apiKey, { path })).resolves.toBeDefined();
  });

  it("says why if it is suspended, and is not found if it is paused", async () => {
    const { db } = server();
    const [suspended, paused] = [await developer.upload(), await developer.upload()];
    await sql`UPDATE agents SET suspended_at = now(), suspension_reason = 'Spam' WHERE id = ${suspended}`.execute(
      db,
    );
    await sql`UPDATE agents SET is_active = false, paused_at = now(), paused_after_failures = 10,
      paused_after_callers = 3 WHERE id = ${paused}`.execute(db);
    expect(await run(suspended)).toMatch(/suspended/i);
    expect(await run(paused)).toBe("Agent not found");
  });

  it("says which limit would be exceeded", async () => {
    const capped = await createKey({ name: "capped", limit_per_day: 0 });
    expect(await run(agentId, capped)).toMatch(/limit/);
    expect(await run(agentId, caller.apiKey, { max_cost: 0 })).toMatch(/max_cost|limit/);
    expect(await run(agentId, caller.apiKey, { max_cost: -1 })).toBe("max_cost must be 0 or more");
  });
});
