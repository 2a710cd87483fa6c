import { AgentConnector, ConnectorGrant, Ok } from "@stoa/contract";
import { expect, test } from "vitest";
import * as z from "zod";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { someConnector, switchOff } from "./connector.fixture.ts";
import { POSTS, READS, useGrants } from "./grants.fixture.ts";

const server = useGrants();

/** Creates a caller, and another account's agent that declares these connectors. */
async function scene(uses = [POSTS]) {
  const { client, person, agent } = server();
  const [caller, owner] = [await person(), await person()];
  const agentId = await agent(owner.accountId, uses);
  const { token } = caller;
  return {
    caller,
    owner,
    agentId,
    standing: async () =>
      parseAnswer(
        z.array(AgentConnector),
        await client.get(`/api/v1/agents/${agentId}/connectors`, { token }),
      ),
    states: async () =>
      parseAnswer(
        z.array(AgentConnector),
        await client.get(`/api/v1/agents/${agentId}/connectors`, { token }),
      ).map(({ state }) => state),
    allow: (...seen: (typeof POSTS)[]) =>
      client.post(`/api/v1/agents/${agentId}/connectors/grant`, { uses: seen }, { token }),
    grants: async () =>
      parseAnswer(z.array(ConnectorGrant), await client.get("/api/v1/connectors/grants", { token })),
    revoke: (id: string) => client.call("DELETE", `/api/v1/connectors/grants/${id}`, { token }),
  };
}

test("a granted connector is listed with its methods and paths and can be revoked", async () => {
  const { db } = server();
  const { caller, agentId, standing, states, allow, grants, revoke } = await scene();
  expect(await standing()).toEqual([{ ...POSTS, display_name: "Slack", state: "no_connector" }]);
  await someConnector(db, caller, "slack");
  expect(await states()).toEqual(["not_granted"]);
  const allowed = await allow(POSTS);
  expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
  expect(allowed.body).toEqual([{ ...POSTS, display_name: "Slack", state: "granted" }]);
  const [grant] = await grants();
  expect(grant).toMatchObject({
    agent_id: agentId,
    service_name: "slack",
    methods: ["POST"],
    paths: ["/chat.postMessage"],
  });
  expect(parseAnswer(Ok, await revoke(grant?.id ?? ""))).toEqual({ success: true });
  expect(await states()).toEqual(["not_granted"]);
  expect(await grants()).toEqual([]);
});

test("a visitor sees the connectors that an agent declares, or none if it declares none", async () => {
  const { client, person, agent } = server();
  const owner = await person();
  const using = await agent(owner.accountId, [READS]);
  const plain = await agent(owner.accountId, []);
  expect((await client.get(`/api/v1/agents/${using}/connectors`)).body).toEqual([
    { ...READS, display_name: "GitHub", state: "not_granted" },
  ]);
  expect((await client.get(`/api/v1/agents/${plain}/connectors`)).body).toEqual([]);
});

test("a caller can grant some of the services if they have not connected all", async () => {
  const { db } = server();
  const { caller, allow, states } = await scene([READS, POSTS]);
  await someConnector(db, caller, "slack");
  expect((await allow(POSTS)).status).toBe(200);
  expect(await states()).toEqual(["no_connector", "granted"]);
});

test("callers must allow a connector again if a new version declares more, but not if it declares less", async () => {
  const { db, newVersion } = server();
  const { caller, agentId, allow, states, grants } = await scene([
    { service: "slack", methods: ["GET", "POST"], paths: ["/users/**"] },
  ]);
  await someConnector(db, caller, "slack");
  await allow({ service: "slack", methods: ["GET", "POST"], paths: ["/users/**"] });
  await newVersion(agentId, [{ service: "slack", methods: ["GET"], paths: ["/users/*/profile"] }]);
  expect(await states()).toEqual(["granted"]);
  const wider = { service: "slack", methods: ["GET" as const], paths: ["/users/**", "/channels/**"] };
  await newVersion(agentId, [wider]);
  expect(await states()).toEqual(["changed"]);
  expect((await allow(wider)).body).toMatchObject([{ state: "granted" }]);
  expect(await grants()).toMatchObject([{ methods: ["GET"], paths: wider.paths }]);
});

test("callers must allow a connector again if the agent gets a new owner", async () => {
  const { db, person, handOver } = server();
  const { caller, owner, agentId, allow, states } = await scene();
  await someConnector(db, caller, "slack");
  await allow(POSTS);
  await handOver(agentId, (await person()).accountId);
  expect(await states()).toEqual(["changed"]);
  await allow(POSTS);
  expect(await states()).toEqual(["granted"]);
  await handOver(agentId, owner.accountId);
  expect(await states()).toEqual(["changed"]);
});

test("a grant applies to one caller and one agent, and the agent's owner needs a grant too", async () => {
  const { client, db, agent } = server();
  const { caller, owner, agentId, allow } = await scene();
  await someConnector(db, caller, "slack");
  await someConnector(db, owner, "slack");
  await allow(POSTS);
  const sibling = await agent(owner.accountId, [POSTS]);
  for (const [id, { token }] of [
    [agentId, owner],
    [sibling, caller],
  ] as const) {
    const answer = await client.get(`/api/v1/agents/${id}/connectors`, { token });
    expect(answer.body).toMatchObject([{ state: "not_granted" }]);
  }
});

test("a connector that becomes inactive is shown as inactive and keeps its grant", async () => {
  const { db } = server();
  const { caller, allow, states, grants } = await scene();
  const connectorId = await someConnector(db, caller, "slack");
  await switchOff(db, connectorId);
  expect(await states()).toEqual(["not_granted"]);
  await allow(POSTS);
  expect(await states()).toEqual(["inactive"]);
  expect(await grants()).toHaveLength(1);
});

test("granting the same access again changes nothing", async () => {
  const { db } = server();
  const { caller, allow, grants } = await scene();
  await someConnector(db, caller, "slack");
  await allow(POSTS);
  const first = await grants();
  expect((await allow(POSTS)).body).toMatchObject([{ state: "granted" }]);
  expect(await grants()).toEqual(first);
});

test("concurrent identical requests create one grant", async () => {
  const { db } = server();
  const { caller, allow, grants } = await scene();
  await someConnector(db, caller, "slack");
  const answers = await Promise.all(Array.from({ length: 8 }, () => allow(POSTS)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await grants()).toHaveLength(1);
});

test("a declared service that is no longer supported is not listed", async () => {
  const { standing } = await scene([{ ...READS, service: "geocities" }, POSTS]);
  expect((await standing()).map(({ service }) => service)).toEqual(["slack"]);
});
