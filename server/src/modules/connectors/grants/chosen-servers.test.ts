import { AgentConnector, type ConnectorUse, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import * as z from "zod";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { createAllowance } from "./allowance.ts";
import { someConnector, switchOff } from "./connector.fixture.ts";
import { useGrants } from "./grants.fixture.ts";

const server = useGrants();

const ORIGIN = "http://0.0.0.0:9925";
const ANYWHERE: ConnectorUse = { service: "*", methods: ["GET", "POST"], paths: ["/**"] };
const IN_PLACE: ConnectorUse = { service: ORIGIN, methods: ["GET"], paths: ["/**"] };

/** Creates a caller with two APIs, and another account's agent whose servers the caller chooses. */
async function scene(hosts: string[] = ["one.example.com", "two.example.com"]) {
  const { client, db, person, agent } = server();
  const [caller, owner] = [await person(), await person()];
  const connectors = new Map<string, string>();
  for (const host of hosts) connectors.set(host, await someConnector(db, caller, host));
  await someConnector(db, caller, "slack");
  const agentId = await agent(owner.accountId, [ANYWHERE, IN_PLACE]);
  const { token, userId } = caller;
  const path = `/api/v1/agents/${agentId}/connectors`;
  const allowanceFor = createAllowance(db);
  return {
    db,
    caller,
    agentId,
    connectors,
    grant: (...uses: object[]) => client.post(`${path}/grant`, { uses }, { token }),
    standing: async () => parseAnswer(z.array(AgentConnector), await client.get(path, { token })),
    grants: async () => (await client.get("/api/v1/connectors/grants", { token })).body,
    allowance: (service: string, change: object = {}) =>
      allowanceFor({
        userId,
        agentId,
        agentOwnerAccountId: owner.accountId,
        service,
        method: "GET",
        path: "/v1",
        uses: [ANYWHERE, IN_PLACE],
        ...change,
      }),
  };
}

test("a caller can choose several APIs for servers that only runs name, but only one for a replaced server", async () => {
  const { grant, standing, grants } = await scene();
  expect(await standing()).toMatchObject([
    {
      service: "*",
      display_name: "Any server, chosen by the caller",
      choose: "several",
      state: "not_granted",
    },
    {
      service: ORIGIN,
      display_name: `Your own server instead of ${ORIGIN}`,
      choose: "one",
      state: "not_granted",
      chosen: [],
    },
  ]);
  const answer = await grant(
    { ...ANYWHERE, connectors: ["one.example.com", "two.example.com"] },
    { ...IN_PLACE, connectors: ["one.example.com"] },
  );
  expect(answer.status).toBe(200);
  expect(await standing()).toMatchObject([
    { service: "*", state: "granted", chosen: ["one.example.com", "two.example.com"] },
    { service: ORIGIN, state: "granted", chosen: ["one.example.com"] },
  ]);
  expect(await grants()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ service_name: "one.example.com", stands_for: "*" }),
      expect.objectContaining({ service_name: "two.example.com", stands_for: "*" }),
      expect.objectContaining({ service_name: "one.example.com", stands_for: ORIGIN }),
    ]),
  );
});

test("a new choice replaces the previous choice, even with concurrent requests", async () => {
  const { grant, standing, allowance } = await scene();
  await grant({ ...ANYWHERE, connectors: ["one.example.com"] });
  await grant({ ...ANYWHERE, connectors: ["two.example.com"] });
  expect((await standing())[0]).toMatchObject({ state: "granted", chosen: ["two.example.com"] });
  expect(await allowance("one.example.com")).toMatchObject({ code: "not_granted" });
  const both = ["one.example.com", "two.example.com"];
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => grant({ ...IN_PLACE, connectors: [both[at % 2] ?? ""] })),
  );
  expect((await standing())[1]?.chosen).toHaveLength(1);
});

test("a chosen key is allowed only for its own host, or only for the server that the caller chose it to replace", async () => {
  const { grant, allowance, connectors } = await scene();
  await grant(
    { ...ANYWHERE, connectors: ["one.example.com"] },
    { ...IN_PLACE, connectors: ["two.example.com"] },
  );
  const [one, two] = ["one.example.com", "two.example.com"];
  expect(await allowance(one)).toEqual({ kind: "allowed", connectorId: connectors.get(one), service: one });
  expect(await allowance(ORIGIN)).toEqual({
    kind: "allowed",
    connectorId: connectors.get(two),
    service: two,
  });
  expect(await allowance(two)).toEqual({
    kind: "refused",
    code: "not_granted",
    detail: `This agent needs your key for ${two}. Connect ${two} in Settings and allow this agent to use it.`,
  });
  for (const [service, code] of [
    ["one.example.com:8443", "no_connector"],
    ["three.example.com", "no_connector"],
    ["slack", "not_declared"],
    ["http://0.0.0.0:9926", "not_declared"],
  ] as const)
    expect(await allowance(service)).toMatchObject({ kind: "refused", code });
  expect(await allowance(ORIGIN, { method: "POST" })).toMatchObject({ code: "not_declared" });
  expect(await allowance(one, { uses: [IN_PLACE] })).toMatchObject({ code: "not_declared" });
});

test("a choice ends when it is revoked, the connector is inactive or deleted, or the agent has a new owner", async () => {
  const { db, grant, allowance, standing, connectors, caller, agentId } = await scene();
  const { client, handOver, person } = server();
  const [one, two] = ["one.example.com", "two.example.com"];
  await grant({ ...ANYWHERE, connectors: [one, two] }, { ...IN_PLACE, connectors: [two] });
  await switchOff(db, connectors.get(two) ?? "");
  expect(await allowance(two)).toMatchObject({ code: "inactive" });
  expect(await allowance(ORIGIN)).toMatchObject({ code: "inactive" });
  expect(await standing()).toMatchObject([{ state: "granted" }, { state: "inactive" }]);
  const { token } = caller;
  const listed = Object((await client.get("/api/v1/connectors/grants", { token })).body) as {
    id: string;
    stands_for: string;
  }[];
  const inPlace = listed.find(({ stands_for }) => stands_for === ORIGIN)?.id;
  await client.call("DELETE", `/api/v1/connectors/grants/${inPlace}`, { token });
  expect(await allowance(ORIGIN)).toMatchObject({ code: "not_granted" });
  await handOver(agentId, (await person()).accountId);
  expect(await standing()).toMatchObject([{ state: "changed" }, { state: "not_granted" }]);
  await db.deleteFrom("connectors").where("user_id", "=", caller.userId).execute();
  expect(await standing()).toMatchObject([{ state: "no_connector" }, { state: "no_connector" }]);
});

test.each<[title: string, uses: object[], status: number, detail: string]>([
  ["none", [ANYWHERE], 400, "connectors must name your connector for *"],
  [
    "two connectors for one server",
    [{ ...IN_PLACE, connectors: ["one.example.com", "two.example.com"] }],
    400,
    "must name only one",
  ],
  [
    "a connector of another account",
    [{ ...ANYWHERE, connectors: ["one.example.com", "three.example.com"] }],
    409,
    "You have no connector for three.example.com",
  ],
  [
    "a service that is not a host",
    [{ ...ANYWHERE, connectors: ["slack"] }],
    409,
    "You have no connector for slack",
  ],
  [
    "more than the agent declares",
    [{ ...ANYWHERE, methods: ["DELETE"], connectors: ["one.example.com"] }],
    409,
    "changed the access it needs",
  ],
])("choosing %s is refused and grants nothing", async (_, uses, status, detail) => {
  const { grant, grants } = await scene();
  const answer = await grant(...uses);
  expect(answer.status).toBe(status);
  expect(parseAnswer(Problem, answer).detail).toContain(detail);
  expect(await grants()).toEqual([]);
});

test("returns 400 if a connector is chosen for a named service", async () => {
  const { client, db, person, agent } = server();
  const { accountId, userId, token } = await person();
  await someConnector(db, { accountId, userId }, "slack");
  const use: ConnectorUse = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
  const agentId = await agent(accountId, [use]);
  const path = `/api/v1/agents/${agentId}/connectors/grant`;
  const answer = await client.post(path, { uses: [{ ...use, connectors: ["one.example.com"] }] }, { token });
  expect(answer.status).toBe(400);
  expect((await client.post(path, { uses: [use] }, { token })).status).toBe(200);
});
