import { expect, test } from "vitest";
import { createAllowance } from "./allowance.ts";
import { someConnector, switchOff } from "./connector.fixture.ts";
import { POSTS, READS, useGrants } from "./grants.fixture.ts";

const server = useGrants();

/** Creates an agent that posts, a caller who allows it, and a call within that grant. */
async function scene() {
  const { client, db, person, agent } = server();
  const [caller, owner] = [await person(), await person()];
  const connectorId = await someConnector(db, caller, "slack");
  const agentId = await agent(owner.accountId, [POSTS]);
  const { token } = caller;
  await client.post(`/api/v1/agents/${agentId}/connectors/grant`, { uses: [POSTS] }, { token });
  const call = {
    userId: caller.userId,
    agentId,
    agentOwnerAccountId: owner.accountId,
    service: "slack",
    method: "POST",
    path: "/chat.postMessage",
    uses: [POSTS],
  };
  return { caller, owner, connectorId, agentId, call, allowanceFor: createAllowance(db) };
}

test("a declared and granted call is allowed with the caller's connector", async () => {
  const { call, connectorId, allowanceFor } = await scene();
  expect(await allowanceFor(call)).toEqual({ kind: "allowed", connectorId, service: "slack" });
});

test.each([
  ["a call to another path", { path: "/chat.delete" }],
  ["a call to another service", { service: "github" }],
  ["a call by a version that declares nothing", { uses: [] }],
])("refuses %s as not declared", async (_, change) => {
  const { call, allowanceFor } = await scene();
  expect(await allowanceFor({ ...call, ...change })).toMatchObject({ kind: "refused", code: "not_declared" });
});

test("refuses a method that the version does not declare", async () => {
  const { client, db, newVersion } = server();
  const { call, caller, agentId, allowanceFor } = await scene();
  const connectorId = await someConnector(db, caller, "github");
  await newVersion(agentId, [READS]);
  const { token } = caller;
  await client.post(`/api/v1/agents/${agentId}/connectors/grant`, { uses: [READS] }, { token });
  const reading = { ...call, uses: [READS], service: "github", method: "GET" };
  expect(await allowanceFor(reading)).toEqual({ kind: "allowed", connectorId, service: "github" });
  expect(await allowanceFor({ ...reading, method: "DELETE" })).toMatchObject({ code: "not_declared" });
});

test("a version that declares more than was granted may only do what was granted", async () => {
  const { call, allowanceFor } = await scene();
  const uses = [{ ...POSTS, paths: ["/**"] }];
  expect(await allowanceFor({ ...call, uses })).toMatchObject({ kind: "allowed" });
  expect(await allowanceFor({ ...call, uses, path: "/chat.delete" })).toMatchObject({ code: "not_granted" });
});

test("GET calls need permission to change data if they can change data at the service", async () => {
  const { call, allowanceFor } = await scene();
  expect(await allowanceFor({ ...call, method: "GET" })).toMatchObject({ kind: "allowed" });
  const uses = [{ service: "slack", methods: ["GET" as const], paths: ["/**"] }];
  expect(await allowanceFor({ ...call, uses, method: "GET" })).toMatchObject({ code: "not_declared" });
});

test("a revoked grant refuses the next call", async () => {
  const { client } = server();
  const { call, caller, allowanceFor } = await scene();
  expect(await allowanceFor(call)).toMatchObject({ kind: "allowed" });
  const { token } = caller;
  const [{ id }] = Object((await client.get("/api/v1/connectors/grants", { token })).body);
  await client.call("DELETE", `/api/v1/connectors/grants/${id}`, { token });
  expect(await allowanceFor(call)).toEqual({
    kind: "refused",
    code: "not_granted",
    detail: "The caller has not allowed this agent to use their Slack connector for POST /chat.postMessage.",
  });
});

test("grants of other callers, for other agents and to previous owners do not allow a call", async () => {
  const { db, person, agent } = server();
  const { call, owner, allowanceFor } = await scene();
  const other = await person();
  await someConnector(db, other, "slack");
  const nested = await agent(owner.accountId, [POSTS]);
  for (const change of [
    { userId: other.userId },
    { agentId: nested },
    { agentOwnerAccountId: other.accountId },
  ])
    expect(await allowanceFor({ ...call, ...change })).toMatchObject({ code: "not_granted" });
});

test("the refusal says whether the connector is inactive or missing", async () => {
  const { db, person } = server();
  const { call, connectorId, allowanceFor } = await scene();
  await switchOff(db, connectorId);
  expect(await allowanceFor(call)).toMatchObject({ code: "inactive" });
  const { userId } = await person();
  expect(await allowanceFor({ ...call, userId })).toMatchObject({ code: "no_connector" });
  const uses = [READS];
  expect(await allowanceFor({ ...call, uses, service: "github", method: "GET" })).toMatchObject({
    code: "no_connector",
  });
});

test("deleting a connector deletes its grants", async () => {
  const { client, db } = server();
  const { call, caller, connectorId, allowanceFor } = await scene();
  await db.deleteFrom("connectors").where("id", "=", connectorId).execute();
  expect(await allowanceFor(call)).toMatchObject({ code: "no_connector" });
  await someConnector(db, caller, "slack");
  expect(await allowanceFor(call)).toMatchObject({ code: "not_granted" });
  expect((await client.get("/api/v1/connectors/grants", { token: caller.token })).body).toEqual([]);
});
