import { type ConnectorUse, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { someConnector } from "./connector.fixture.ts";
import { POSTS, READS, useGrants } from "./grants.fixture.ts";

const server = useGrants();

const grantPath = (agentId: number) => `/api/v1/agents/${agentId}/connectors/grant`;

async function scene() {
  const { db, person, agent } = server();
  const caller = await person();
  await someConnector(db, caller, "slack");
  const agentId = await agent((await person()).accountId, [POSTS, READS]);
  return { caller, agentId, token: caller.token };
}

test.each<[what: string, seen: ConnectorUse]>([
  ["less access than the agent now declares", { ...POSTS, paths: ["/chat.update"] }],
  ["more access than the agent now declares", { ...POSTS, methods: ["POST", "DELETE"] }],
  ["a service that the agent does not declare", { ...POSTS, service: "discord" }],
])("returns 409 if the caller saw %s", async (_, seen) => {
  const { client } = server();
  const { agentId, token } = await scene();
  const answer = await client.post(grantPath(agentId), { uses: [seen] }, { token });
  expect(answer.status).toBe(409);
  expect(parseAnswer(Problem, answer).detail).toContain("changed the access it needs");
  expect((await client.get("/api/v1/connectors/grants", { token })).body).toEqual([]);
});

test("returns 409 if one of the connectors is missing, and grants none of them", async () => {
  const { client } = server();
  const { agentId, token } = await scene();
  const answer = await client.post(grantPath(agentId), { uses: [POSTS, READS] }, { token });
  expect(answer.status).toBe(409);
  expect(parseAnswer(Problem, answer).detail).toBe(
    "You have no GitHub connector. Add one in Settings first.",
  );
  expect((await client.get("/api/v1/connectors/grants", { token })).body).toEqual([]);
});

test("returns 404 for agents that do not exist or are hidden from the caller", async () => {
  const { client, db } = server();
  const { agentId, token } = await scene();
  await db.updateTable("agents").set({ is_active: false }).where("id", "=", agentId).execute();
  for (const id of [agentId, 2_000_000_000]) {
    expect((await client.post(grantPath(id), { uses: [POSTS] }, { token })).status).toBe(404);
    expect((await client.get(`/api/v1/agents/${id}/connectors`, { token })).status).toBe(404);
    expect((await client.get(`/api/v1/agents/${id}/connectors`)).status).toBe(404);
  }
});

test("returns 404 for another user's grant, a revoked grant and an invalid ID", async () => {
  const { client, person } = server();
  const { agentId, token } = await scene();
  await client.post(grantPath(agentId), { uses: [POSTS] }, { token });
  const [{ id }] = Object((await client.get("/api/v1/connectors/grants", { token })).body);
  const take = (grant: string, by: string) =>
    client.call("DELETE", `/api/v1/connectors/grants/${grant}`, { token: by });
  expect((await take(id, (await person()).token)).status).toBe(404);
  expect((await take("grt_1", token)).status).toBe(404);
  expect((await take(id, token)).status).toBe(200);
  expect((await take(id, token)).status).toBe(404);
});

test("returns 400 for an empty, too long or invalid list of connectors", async () => {
  const { client } = server();
  const { agentId, token } = await scene();
  for (const uses of [[], Array(21).fill(POSTS), ["slack"], [{ ...POSTS, methods: ["CONNECT"] }], undefined])
    expect((await client.post(grantPath(agentId), { uses }, { token })).status).toBe(400);
});

test("returns 401 to visitors", async () => {
  const { client } = server();
  const { agentId } = await scene();
  expect((await client.post(grantPath(agentId), { uses: [POSTS] })).status).toBe(401);
  expect((await client.get("/api/v1/connectors/grants")).status).toBe(401);
  expect((await client.call("DELETE", `/api/v1/connectors/grants/grt_${"0".repeat(32)}`)).status).toBe(401);
});
