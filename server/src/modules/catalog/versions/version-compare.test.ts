import { PinnedComparison, Problem, WorkflowDrawing } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { findAccountId, someAgent, someVersion } from "../catalog.fixture.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

/** The gateway of this server throws, so that a comparison that called a service would fail. */
const server = useCatalogServer({ uploadRates: { uploadsPerHour: 30, inspectionsPerHour: 3 } });

const T = "n8n-nodes-base.";
const NODES = [
  { name: "Start", type: `${T}manualTrigger`, typeVersion: 1 },
  {
    name: "Orders",
    type: `${T}httpRequest`,
    typeVersion: 4.2,
    parameters: { url: "https://api.example.com" },
  },
  {
    ...{ name: "Total", type: `${T}code`, typeVersion: 2 },
    parameters: { jsCode: "return $input.all().map(({ json }) => ({ json: { total: json.count + 1 } }))" },
  },
  { name: "End", type: `${T}noOp`, typeVersion: 1 },
];
const PINS = { Orders: [{ json: { count: 2 } }], Total: [{ json: { total: "3" } }], End: [{ total: "3" }] };

const createExport = (pinData: object, more: object = {}) =>
  JSON.stringify({
    nodes: NODES.map((node, index) => ({ position: [200 * index, 0], parameters: {}, ...node })),
    connections: Object.fromEntries(
      NODES.slice(1).map(({ name }, index) => [
        NODES[index]?.name,
        { main: [[{ node: name, type: "main", index: 0 }]] },
      ]),
    ),
    ...{ settings: { executionOrder: "v1" }, pinData, ...more },
  });

async function upload(person: Person, source: string): Promise<number> {
  const form = uploadForm({ file: { name: "orders.json", content: source } });
  const { body } = await server().client.call("POST", "/api/v1/agents/upload", { token: person.token, form });
  expect(body).toMatchObject({ agent: { framework: "n8n" } });
  return Number(Object(body).agent.id);
}

const compare = (agentId: number, token?: string, number = 1) =>
  server().client.call("POST", `/api/v1/agents/${agentId}/versions/${number}/compare`, {
    ...(token !== undefined && { token }),
  });

async function expectConflict(agentId: number, token: string, number?: number): Promise<string> {
  const answer = await compare(agentId, token, number);
  expect(answer.status).toBe(409);
  return parseAnswer(Problem, answer).detail;
}

test("the owner sees each node beside its pinned data; the node that calls a server is not executed", async () => {
  const { client, database } = server();
  const person = await client.register();
  const agentId = await upload(person, createExport(PINS));
  const drawing = await client.get(`/api/v1/agents/${agentId}/versions/1/workflow`, { token: person.token });
  expect(parseAnswer(WorkflowDrawing, drawing).pinned_nodes).toBe(3);
  const answer = await compare(agentId, person.token);
  expect(answer.status).toBe(200);
  const compared = parseAnswer(PinnedComparison, answer);
  expect(compared).toMatchObject({ pinned_nodes: 3, equal_nodes: 1, error: null, is_cut: false });
  expect(compared.nodes.map(({ name, state }) => [name, state])).toEqual([
    ["Orders", "pinned"],
    ["Total", "different"],
    ["End", "equal"],
  ]);
  expect(compared.nodes[1]).toMatchObject({
    ...{ items: [[{ total: 3 }]], pinned_items: [{ total: "3" }] },
    differences: [{ path: "items[0].json.total", actual: "3", pinned: '"3"' }],
  });
  const { rows } = await sql`SELECT (SELECT count(*)::int FROM runs) AS runs,
    (SELECT count(*)::int FROM holds) AS holds, (SELECT count(*)::int FROM model_calls) AS calls`.execute(
    database.db,
  );
  expect(rows).toEqual([{ runs: 0, holds: 0, calls: 0 }]);
});

test("returns 404 to anyone except the owner, and for a version that does not exist", async () => {
  const { client, database } = server();
  const [person, stranger] = await Promise.all([client.register(), client.register()]);
  const accountId = await findAccountId(database.db, person.username);
  const content = { framework: "n8n", source: createExport(PINS) } as const;
  const agentId = await someAgent(database.db, accountId, { name: "Theirs", content });
  expect((await compare(agentId)).status).toBe(401);
  expect((await compare(agentId, stranger.token)).status).toBe(404);
  expect((await compare(agentId, person.token, 2)).status).toBe(404);
  expect((await compare(agentId, person.token)).status).toBe(200);
});

test("returns 409 with the remedy for a version without pins, of another framework, or for the developer's own n8n server", async () => {
  const { client, database } = server();
  const { db } = database;
  const person = await client.register();
  const agentId = await someAgent(db, await findAccountId(db, person.username), { name: "Several" });
  expect(await expectConflict(agentId, person.token)).toContain("not an n8n workflow");
  await someVersion(db, agentId, { framework: "n8n", source: createExport({ Start: [{ id: 1 }] }) });
  expect(await expectConflict(agentId, person.token, 2)).toMatch(/no pinned data .* select the pin/);
  const own = { entry: { name: "Start", kind: "workflow", takes: "parameters", engine: "n8n" } } as const;
  await someVersion(db, agentId, { framework: "n8n", source: createExport(PINS), ...own });
  expect(await expectConflict(agentId, person.token, 3)).toContain("your own n8n server");
  const noTrigger = createExport(PINS).replace("manualTrigger", "gmailTrigger");
  await someVersion(db, agentId, { framework: "n8n", source: noTrigger });
  expect(await expectConflict(agentId, person.token, 4)).toContain("could not be compared");
});

test("comparisons count as checked files, so the fourth within an hour is refused here", async () => {
  const { client, database } = server();
  const person = await client.register();
  const content = { framework: "n8n", source: createExport(PINS) } as const;
  const accountId = await findAccountId(database.db, person.username);
  const agentId = await someAgent(database.db, accountId, { name: "Often", content });
  const statuses: number[] = [];
  for (let n = 1; n <= 4; n += 1) statuses.push((await compare(agentId, person.token)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
