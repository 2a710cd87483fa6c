import { PublishableKeyList } from "@stoa/contract";
import { expect, test } from "vitest";
import { ROUTE_GROUPS } from "../../../../scripts/generate/openapi.ts";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { HISTORIAN, SITE, useWidgets } from "./widgets.fixture.ts";

const stack = useWidgets({ STOA_RATE_LIMIT_FACTOR: "1000" });

const PATH = "/api/v1/users/publishable-keys";

test("an owner creates, lists, changes and deletes publishable keys, which are not among the API keys", async () => {
  const { client, upload, createKey } = stack();
  const owner = await client.registerWithKey();
  const { agentId } = await upload(HISTORIAN);
  const origins = ["https://Shop.example.com/", "http://localhost:3000", "https://shop.example.com:443"];
  const key = await createKey(owner, agentId, { origins });
  expect(key).toMatchObject({
    publishable_key: expect.stringMatching(/^stoa_pk_\w{36}$/),
    origins: [SITE, "http://localhost:3000"],
    limit_per_message: 0.05,
    visitor_messages: 50,
    spent_today: 0,
    last_used_at: null,
  });
  const { token } = owner;
  const changed = await client.put(`${PATH}/${key.id}`, { limit_per_day: 0, name: "Shop" }, { token });
  expect(changed).toMatchObject({ status: 200, body: { ...key, limit_per_day: 0, name: "Shop" } });
  const { keys } = parseAnswer(PublishableKeyList, await client.get(PATH, { token }));
  expect(keys).toEqual([changed.body]);
  const named = await client.get("/api/v1/users/api-keys", { token });
  expect(Object(named.body).keys).toHaveLength(1);
  expect(await client.call("DELETE", `/api/v1/users/api-keys/${key.id}`, { token })).toMatchObject({
    status: 404,
  });

  const stranger = await client.register();
  for (const method of ["PUT", "DELETE"])
    expect(await client.call(method, `${PATH}/${key.id}`, { token: stranger.token, json: {} })).toMatchObject(
      {
        status: 404,
      },
    );
  expect(await client.call("DELETE", `${PATH}/${key.id}`, { token })).toMatchObject({ status: 200 });
  expect(await client.get(PATH, { token })).toMatchObject({ body: { keys: [] } });
});

test("a key needs a budget, exact origins, and an agent that a visitor can run with one message", async () => {
  const { client, upload } = stack();
  const { token } = await client.register();
  const { agentId } = await upload(HISTORIAN);
  const { agentId: twoInputs } = await upload("def run(a: str, b: str):\n    return a + b\n");
  const valid = { name: "Site", agent_id: agentId, origins: [SITE], limit_per_day: 1 };
  const tries: [string, object][] = [
    ["limit_per_day", { limit_per_day: undefined }],
    ["limit_per_day", { limit_per_day: null }],
    ["origins", { origins: [] }],
    ["origins", { origins: Array.from({ length: 11 }, (_, n) => `https://${n}.example.com`) }],
    ...[
      "*",
      "https://*.example.com",
      "https://a.example.com/path",
      "ftp://a.example.com",
      "null",
      "https://u:p@a.example.com",
    ].map((origin): [string, object] => ["origins.0", { origins: [origin] }]),
    ["agent_id", { agent_id: twoInputs }],
    ["visitor_messages", { visitor_messages: 0 }],
  ];
  for (const [field, change] of tries) {
    const { status, body } = await client.post(PATH, { ...valid, ...change }, { token });
    expect([field, change, status, Object(body).errors?.[0]?.field]).toEqual([field, change, 400, field]);
  }
  expect(await client.post(PATH, { ...valid, agent_id: 2_000_000_000 }, { token })).toMatchObject({
    status: 404,
  });
});

test("neither a publishable key nor a visitor's session opens an operation of the API or of other protocols", async () => {
  const { client, upload, createKey, begin } = stack();
  const owner = await client.registerWithKey();
  const { agentId } = await upload(HISTORIAN);
  const key = await createKey(owner, agentId);
  const { session, visitor } = await begin(key);
  const closed = Object.values(ROUTE_GROUPS)
    .flatMap((group) => Object.values(group))
    .filter(({ auth }) => auth === "session" || auth === "key")
    .map(({ method, path }) => ({ method, path: `/api/v1${path.replace(/:\w+/g, String(agentId))}` }));
  expect(closed.length).toBeGreaterThan(80);
  const others = [
    { method: "GET", path: "/v1/models" },
    { method: "POST", path: "/v1/chat/completions" },
    { method: "POST", path: "/mcp" },
    { method: "POST", path: `/a2a/agents/${agentId}/message:send` },
  ];
  const opened: unknown[] = [];
  for (const { method, path } of [...closed, ...others])
    for (const credential of [key.publishable_key, session, visitor])
      for (const options of [{ token: credential }, { key: credential }]) {
        const json = method === "GET" ? {} : { json: {} };
        const { status } = await client.call(method, path, { ...options, ...json });
        if (status !== 401) opened.push({ method, path, status });
      }
  expect(opened).toEqual([]);
});
