import { Problem, VersionDiff } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { ECHO_SOURCE, personWithAgent, someAgent, someVersion } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();
const SECRET_LINE = "    return message.upper()  # the owner's idea";

async function scene(name: string) {
  const { client, database } = server();
  const { db } = database;
  const owned = await personWithAgent(client, db, {
    name,
    content: {
      inputs: [
        { name: "message", type: "string", required: true, description: "" },
        { name: "tone", type: "string", required: false, description: "", choices: ["warm"] },
      ],
      models: ["default"],
      connectors: [{ service: "slack", methods: ["GET"], paths: ["/**"] }],
      examples: [{ message: "hi" }],
    },
  });
  const called = await someAgent(db, owned.accountId, { name: `${name} helper`, price: 5000n });
  await someVersion(db, owned.agentId, {
    source: ECHO_SOURCE.replace("    return message", SECRET_LINE),
    framework: "langchain",
    inputs: [
      { name: "message", type: "string", required: true, description: "What to say" },
      { name: "times", type: "integer", required: false, description: "", default: 1 },
    ],
    models: ["default", "gpt-5"],
    connectors: [
      { service: "slack", methods: ["GET", "POST"], paths: ["/**"] },
      { service: "github", methods: ["GET"], paths: ["/user"] },
    ],
    hosts: ["api.example.com"],
    agents: [called],
    examples: [{ message: "hi" }, { message: "ho" }],
  });
  const path = `/api/v1/agents/${owned.agentId}/versions`;
  return {
    ...owned,
    db,
    called,
    get: (number: number | string, query = "", token?: string) =>
      client.get(`${path}/${number}/diff${query}`, token === undefined ? {} : { token }),
  };
}

test("everyone sees changes of inputs, models, connectors, hosts, called agents, examples and framework", async () => {
  const { called, get } = await scene("Different");
  const seen = parseAnswer(VersionDiff, await get(2));
  const { from, to, ...rest } = seen;
  expect([from?.number, to.number]).toEqual([1, 2]);
  expect(rest).toEqual({
    framework: { from: "stoa", to: "langchain" },
    inputs: {
      added: [{ name: "times", type: "integer", required: false, description: "", default: 1 }],
      removed: [{ name: "tone", type: "string", required: false, description: "", choices: ["warm"] }],
      changed: [
        {
          from: { name: "message", type: "string", required: true, description: "" },
          to: { name: "message", type: "string", required: true, description: "What to say" },
        },
      ],
    },
    models: { added: ["gpt-5"], removed: [] },
    connectors: {
      added: [{ service: "github", methods: ["GET"], paths: ["/user"] }],
      removed: [],
      changed: [
        {
          from: { service: "slack", methods: ["GET"], paths: ["/**"] },
          to: { service: "slack", methods: ["GET", "POST"], paths: ["/**"] },
        },
      ],
    },
    hosts: { added: ["api.example.com"], removed: [] },
    called_agents: {
      added: [{ id: called, name: "Different helper", price_per_token: 0.000005 }],
      removed: [],
    },
    examples: { added: [{ message: "ho" }], removed: [] },
    code_changed: true,
  });
});

test("a reverse comparison shows the opposite, and a version compared with itself shows nothing", async () => {
  const { called, get } = await scene("Mirror");
  const back = parseAnswer(VersionDiff, await get(1, "?from=2"));
  expect([back.from?.number, back.to.number]).toEqual([2, 1]);
  expect(back).toMatchObject({
    framework: { from: "langchain", to: "stoa" },
    models: { added: [], removed: ["gpt-5"] },
    called_agents: { added: [], removed: [{ id: called }] },
  });
  expect(parseAnswer(VersionDiff, await get(2, "?from=2"))).toMatchObject({
    framework: null,
    inputs: { added: [], removed: [], changed: [] },
    code_changed: false,
  });
});

test("only the owner gets the source diff, and other answers contain no source code", async () => {
  const { client } = server();
  const { token, get } = await scene("Secret");
  const own = parseAnswer(VersionDiff, await get(2, "", token));
  expect(own.source?.patch).toContain(`-    return message\n+${SECRET_LINE}\n`);
  const { token: stranger } = await client.register();
  for (const other of [undefined, stranger]) {
    const answer = await get(2, "", other);
    expect(answer.status).toBe(200);
    expect(parseAnswer(VersionDiff, answer).source).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toContain("owner's idea");
  }
});

test("the diff of the first version shows everything as added", async () => {
  const { token, get } = await scene("First");
  expect(parseAnswer(VersionDiff, await get(1, "", token))).toMatchObject({
    from: null,
    to: { number: 1 },
    framework: { from: null, to: "stoa" },
    models: { added: ["default"], removed: [] },
    code_changed: true,
    source: { patch: expect.stringContaining("+    return message\n") },
  });
});

test("other accounts can compare only listed versions, and the default comparison skips unlisted versions", async () => {
  const { agentId, db, token, get } = await scene("Gapped");
  await someVersion(db, agentId, { models: ["default"] });
  await sql`UPDATE agent_versions SET state = 'withdrawn' WHERE agent_id = ${agentId} AND number = 2`.execute(
    db,
  );
  expect(parseAnswer(VersionDiff, await get(3)).from?.number).toBe(1);
  expect(parseAnswer(VersionDiff, await get(3, "", token)).from?.number).toBe(2);
  for (const [number, query] of [
    [2, ""],
    [3, "?from=2"],
  ] as const) {
    const refused = await get(number, query);
    expect(refused.status).toBe(404);
    expect(parseAnswer(Problem, refused).detail).toBe("This agent has no version 2.");
    expect((await get(number, query, token)).status).toBe(200);
  }
});

test("returns 400 for an invalid version number, 404 for unknown versions and agents", async () => {
  const { client } = server();
  const { agentId, db, get } = await scene("Bounds");
  for (const from of ["x", "0", "1.5", "99999999999"])
    expect((await get(2, `?from=${from}`)).status).toBe(400);
  for (const number of [9, 0, "x"]) expect((await get(number)).status).toBe(404);
  expect((await client.get("/api/v1/agents/2147483647/versions/1/diff")).status).toBe(404);
  await sql`UPDATE agents SET visibility = 'private' WHERE id = ${agentId}`.execute(db);
  const hidden = await get(2);
  expect([hidden.status, parseAnswer(Problem, hidden).detail]).toEqual([404, "Agent not found"]);
});
