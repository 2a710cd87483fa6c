import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { call, say, verifyCard } from "./a2a.fixture.ts";

const server = useTestServer();

const cardPath = (agentId: number) => `/a2a/agents/${agentId}/.well-known/agent-card.json`;

const verify = (card: unknown) => verifyCard(server(), card);

test("the card of an agent describes it, its input and both interfaces, with a signature", async () => {
  const developer = await registerPerson(server());
  const fields = { name: "Forecast", description: "Tells the weather." };
  const agentId = await developer.upload(fields, "def run(city: str, days: int = 1):\n    return city\n");
  const answer = await server().client.get(cardPath(agentId));
  expect(answer.status).toBe(200);
  const url = expect.stringMatching(new RegExp(`/a2a/agents/${agentId}$`));
  expect(answer.body).toMatchObject({
    name: "Forecast",
    description: "Tells the weather.",
    version: "1",
    provider: { organization: developer.username },
    supportedInterfaces: [
      { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true, extendedAgentCard: false },
    securitySchemes: {
      apiKey: { apiKeySecurityScheme: { location: "header", name: "X-API-Key" } },
      bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } },
    },
    defaultInputModes: ["text/plain", "application/json"],
    skills: [{ id: "run", description: expect.stringContaining("- city (string, required)") }],
  });
  await verify(answer.body);
  await expect(verify({ ...Object(answer.body), name: "Another" })).rejects.toThrow("signature");
});

test("caches revalidate a card with its ETag", async () => {
  const developer = await registerPerson(server());
  const path = cardPath(await developer.upload());
  const first = await server().client.get(path);
  const tag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("public, max-age=60");
  const again = await fetch(server().url + path, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  expect((await server().client.get(path)).body, "the same card has the same signature").toEqual(first.body);
});

test("the card of a private agent needs the key of its owner", async () => {
  const { client, pool } = server();
  const [developer, stranger] = [await registerPerson(server()), await registerPerson(server())];
  const agentId = await developer.upload();
  await pool.query("UPDATE agents SET visibility = 'private' WHERE id = $1", [agentId]);
  const own = await client.get(cardPath(agentId), { key: developer.apiKey });
  expect(own.status).toBe(200);
  expect(own.headers.get("cache-control")).toBe("private, max-age=60");
  for (const key of [undefined, stranger.apiKey]) {
    const refused = await client.get(cardPath(agentId), key === undefined ? {} : { key });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ error: { code: 404, status: "NOT_FOUND" } });
  }
  await pool.query("UPDATE agents SET visibility = 'public', is_active = false WHERE id = $1", [agentId]);
  expect((await client.get(cardPath(agentId))).status).toBe(404);
});

test("the store's card leads to an agent that finds agents for anyone", async () => {
  const developer = await registerPerson(server());
  const agentId = await developer.upload({ name: "Zebrafinder", description: "Finds zebras in pictures." });
  const card = await server().client.get("/.well-known/agent-card.json");
  expect(card.body).toMatchObject({
    name: "Stoa",
    supportedInterfaces: [{ url: expect.stringContaining("/a2a/store") }, {}],
  });
  await verify(card.body);
  const store = { server: server(), path: "/a2a/store" };
  for (const binding of ["JSON-RPC", "HTTP+JSON"] as const) {
    const { result } = await call(binding, store, "SendMessage", say("zebrafinder"));
    expect(result.message.parts[1].data.agents).toMatchObject([
      { agent_id: agentId, card_url: expect.stringContaining(cardPath(agentId)) },
    ]);
    const none = await call(binding, store, "GetTask", { id: "x" });
    expect(none.error).toMatchObject({ reason: "TASK_NOT_FOUND" });
  }
});
