import { CreatedKey } from "@stoa/contract";
import { sql } from "kysely";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { ECHO, useOpenAiApi } from "./openai-api.fixture.ts";

const stack = useOpenAiApi();

const ask = (model: string, content = "hi") => ({ model, messages: [{ role: "user" as const, content }] });

/** Sends a request as a client without a library, and returns the status and OpenAI's form of the error. */
async function post(path: string, body: unknown, key?: string) {
  const response = await fetch(`${stack().url}/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  expect(response.headers.get("content-type")).toContain("application/json");
  return { status: response.status, body: await response.json() };
}

const errorOf = (fields: object) => ({
  error: expect.objectContaining({ message: expect.any(String), ...fields }),
});

test("requests without a valid key get OpenAI's 401", async () => {
  for (const key of [undefined, "sk-made-up"])
    expect(await post("/chat/completions", ask("agent/1"), key)).toEqual({
      status: 401,
      body: errorOf({ type: "authentication_error", code: "invalid_api_key", param: null }),
    });
});

test("unknown paths get an error in OpenAI's form, never a page", async () => {
  const { key } = await stack().register();
  expect(await post("/embeddings", {}, key)).toEqual({ status: 404, body: errorOf({ code: "not_found" }) });
  const page = await fetch(`${stack().url}/v1/nothing`, { headers: { accept: "text/html" } });
  expect([page.status, await page.json()]).toEqual([404, errorOf({ code: "not_found" })]);
  expect(await post("/models", {}, key)).toMatchObject({
    status: 405,
    body: errorOf({ code: "method_not_allowed" }),
  });
});

test.each([
  ["agent/2000000000", "a number without an agent"],
  ["agent/99999999999999999999", "a number that no column can hold"],
  ["nobody/nothing", "an unknown developer"],
  ["gpt-4o", "a model of a provider"],
  ["a\u0000/b", "a name with a NUL"],
])("the model %j gets model_not_found", async (model) => {
  const { key } = await stack().register();
  expect(await post("/chat/completions", ask(model), key)).toEqual({
    status: 404,
    body: errorOf({ type: "invalid_request_error", code: "model_not_found", param: "model" }),
  });
});

test("the path of a model that cannot be decoded twice is an unknown model", async () => {
  const { key } = await stack().register();
  const response = await fetch(`${stack().url}/v1/models/agent%25zz`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([response.status, await response.json()]).toEqual([404, errorOf({ code: "model_not_found" })]);
});

test.each<[string, unknown, string | null]>([
  ["{", "invalid_json", null],
  ["[]", "invalid_request", null],
  [JSON.stringify({ messages: [{ role: "user", content: "hi" }] }), "invalid_request", "model"],
])("the body %j gets an error that names the field", async (body, code, param) => {
  const { key } = await stack().register();
  const answer = await post("/chat/completions", body, key);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject(errorOf({ code, param }));
});

test.each<[object, string, RegExp]>([
  [{ messages: [] }, "messages", /must not be empty/],
  [{ messages: [{ role: "tool", content: "x" }] }, "messages.0.role", /role must be/],
  [{ messages: [{ role: "assistant", content: "x" }] }, "messages", /must be a message with the role user/],
  [{ messages: [{ role: "user", content: "" }] }, "messages", /The message is empty/],
  [{ tools: [{ type: "function", function: { name: "f" } }] }, "tools", /Agents call their own tools/],
  [{ n: 2 }, "n", /Send n = 1/],
  [{ stop: ["end"] }, "stop", /Leave it out/],
  [{ max_tokens: 0 }, "max_tokens", /at least 1/],
  [{ max_cost: -1 }, "max_cost", /0 or more/],
  [{ response_format: { type: "json_object" } }, "response_format", /does not declare the form/],
  [
    {
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] },
      ],
    },
    "messages.0.content",
    /must be a data URL/,
  ],
  [
    { messages: [{ role: "user", content: [{ type: "file", file: { file_data: "?" } }] }] },
    "messages.0.content",
    /file_id, or file_data/,
  ],
  [
    { messages: [{ role: "user", content: [{ type: "file", file: { file_data: "aGk=" } }] }] },
    "files",
    /takes no files/,
  ],
])("a chat completion with %j is refused", async (fields, param, message) => {
  const { register } = stack();
  const { key } = await register();
  const model = await echo();
  const answer = await post("/chat/completions", { ...ask(model), ...fields }, key);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { param, message: expect.stringMatching(message) } },
  });
});

let echoModel: Promise<string> | undefined;
/** Returns the one agent of the tests that start no run. */
function echo(): Promise<string> {
  echoModel ??= stack()
    .upload(ECHO)
    .then(({ model }) => model);
  return echoModel;
}

test("a key without the scope and a cap that is too low are refused", async () => {
  const { client, register, connect } = stack();
  const model = await echo();
  const caller = await register();
  const created = await client.post(
    "/api/v1/users/api-keys",
    { name: "Reader", scopes: ["read"] },
    { token: caller.token },
  );
  const { api_key: reader } = parseAnswer(CreatedKey, created);
  await expect(connect({ key: reader }).chat.completions.create(ask(model))).rejects.toMatchObject({
    status: 403,
    code: "insufficient_scope",
    type: "permission_error",
  });
  await expect(
    // @ts-expect-error A field of Stoa's.
    connect(caller).chat.completions.create({ ...ask(model, "a longer text"), max_cost: 0.0001 }),
  ).rejects.toMatchObject({ status: 400, param: "max_cost" });
});

test("agents that are private, suspended or paused cannot be run by others", async () => {
  const { client, upload, register, connect, db } = stack();
  const caller = await register();
  const { model, agentId, developer } = await upload(ECHO);
  const run = () => connect(caller).chat.completions.create(ask(model));
  const change = (fields: object) =>
    client.put(`/api/v1/agents/${agentId}`, fields, { token: developer.token });
  await change({ is_active: false });
  await expect(run()).rejects.toMatchObject({ status: 404, code: "model_not_found" });
  await change({ is_active: true });
  await sql`UPDATE agents SET suspended_at = now(), suspension_reason = 'test' WHERE id = ${agentId}`.execute(
    db,
  );
  await expect(run()).rejects.toMatchObject({ status: 403, code: "agent_suspended" });
  await sql`UPDATE agents SET suspended_at = NULL, suspension_reason = NULL, visibility = 'private' WHERE id = ${agentId}`.execute(
    db,
  );
  await expect(run()).rejects.toMatchObject({ status: 404, code: "model_not_found" });
  await expect(connect(caller).models.retrieve(model)).rejects.toMatchObject({ code: "model_not_found" });
  const own = await connect(developer).chat.completions.create(ask(model));
  expect(own.choices[0]?.message.content).toBe("hi ");
});

test("an agent that fails gives an error that clients do not repeat, also in a stream", async () => {
  const { upload, register, connect } = stack();
  const caller = await register();
  const { model } = await upload(
    "def run(message: str):\n    yield 'one '\n    if message == 'fail':\n        raise ValueError('no')\n",
  );
  await expect(connect(caller).chat.completions.create(ask(model, "fail"))).rejects.toMatchObject({
    status: 422,
    code: "agent_failed",
    message: expect.stringContaining("run_"),
  });
  const stream = await connect(caller).chat.completions.create({ ...ask(model, "fail"), stream: true });
  const texts: string[] = [];
  await expect(async () => {
    for await (const chunk of stream) texts.push(chunk.choices[0]?.delta.content ?? "");
  }).rejects.toThrow(OpenAI.APIError);
  expect(texts.join("")).toBe("one ");
});

test("a run continues when its client disconnects, unless the client asked to cancel it", async () => {
  const { upload, register, url, client } = stack();
  const caller = await register();
  const { model } = await upload(
    "import time\n\ndef run(message: str):\n    for n in range(20):\n        yield 'x '\n        time.sleep(0.1)\n",
  );
  for (const [cancel, status] of [
    [true, "cancelled"],
    [false, "completed"],
  ] as const) {
    const gone = new AbortController();
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${caller.key}` },
      body: JSON.stringify({ ...ask(model), stream: true, cancel_on_disconnect: cancel }),
      signal: gone.signal,
    });
    const first = new TextDecoder().decode((await response.body?.getReader().read())?.value);
    const runId = /run_\w+/.exec(first)?.[0];
    gone.abort();
    await expect
      .poll(async () => (await client.get(`/api/v1/execute/runs/${runId}`, { token: caller.token })).body, {
        timeout: 15_000,
      })
      .toMatchObject({ status });
  }
});
