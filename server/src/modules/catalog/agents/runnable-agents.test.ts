import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { echoContent, NO_MODELS, someAccount, someAgent } from "../catalog.fixture.ts";
import { hashSource } from "../versions/version-content.ts";
import { addCurrentVersion } from "./agent-store.ts";
import { createRunnableAgents } from "./runnable-agents.ts";

const database = useTestDatabase();
const agents = () => createRunnableAgents(database().db, async () => "creator");

test("an agent is found with its code and its current terms, and an unknown agent is not found", async () => {
  const { db } = database();
  const owner = await someAccount(db);
  const caller = await someAccount(db);
  const id = await someAgent(db, owner.accountId, { name: "Echo", price: 250_000n });
  const found = await agents().find(id, { callerAccountId: caller.accountId });
  expect(found).toMatchObject({
    agentId: id,
    ownerAccountId: owner.accountId,
    version: 1,
    source: echoContent().source,
    entry: { name: "run", kind: "function", takes: "parameters" },
    inputParameters: [{ name: "message", type: "string", required: true, description: "" }],
    pricePerToken: 250_000n,
    maxCostPerRun: 5_000_000_000n,
    sponsorLimit: 0n,
    sharePercent: 85,
    p95Tokens: null,
  });
  expect(await agents().find(id + 1000, { callerAccountId: caller.accountId })).toBeUndefined();
});

test("an announced price takes effect at its announced time and not earlier", async () => {
  const { db } = database();
  const owner = await someAccount(db);
  const id = await someAgent(db, owner.accountId, { name: "Expensive", price: 1000n });
  await sql`INSERT INTO agent_prices VALUES (${id}, 9000, now() + interval '14 days')`.execute(db);
  expect((await agents().find(id, { callerAccountId: owner.accountId }))?.pricePerToken).toBe(1000n);
  await sql`INSERT INTO agent_prices VALUES (${id}, 5000, now())`.execute(db);
  expect((await agents().find(id, { callerAccountId: owner.accountId }))?.pricePerToken).toBe(5000n);
});

test("an older version can be requested if it is listed", async () => {
  const { db } = database();
  const owner = await someAccount(db);
  const id = await someAgent(db, owner.accountId, { name: "Twice" });
  const source = "def run(message): return message * 2\n";
  const second = echoContent({ source, sha256: hashSource(Buffer.from(source)) });
  await db
    .transaction()
    .execute((tx) => addCurrentVersion(tx, id, { content: second, models: NO_MODELS, checks: [] }));
  const options = { callerAccountId: owner.accountId };
  expect(await agents().find(id, options)).toMatchObject({ version: 2, source });
  expect(await agents().find(id, { ...options, version: 1 })).toMatchObject({ version: 1 });
  await expect(agents().find(id, { ...options, version: 3 })).rejects.toMatchObject({
    status: 404,
    message:
      "This agent has no version 3. Request another version, or omit `version` to run the current version.",
  });
  await sql`UPDATE agent_versions SET state = 'withdrawn' WHERE agent_id = ${id} AND number = 1`.execute(db);
  await expect(agents().find(id, { ...options, version: 1 })).rejects.toMatchObject({
    status: 404,
    message: expect.stringMatching(/^Version 1 of this agent was withdrawn by its developer\./),
  });
  await sql`UPDATE agents SET is_active = false WHERE id = ${id}`.execute(db);
  expect(await agents().find(id, { ...options, version: 2 })).toBeUndefined();
  const stranger = { callerAccountId: (await someAccount(db)).accountId };
  expect(await agents().find(id, { ...stranger, version: 1 })).toBeUndefined();
  expect(await agents().find(id, { ...stranger, version: 3 })).toBeUndefined();
});

test("only its owner's account can run a private agent, and nobody can run an inactive agent", async () => {
  const { db } = database();
  const owner = await someAccount(db);
  const other = await someAccount(db);
  const id = await someAgent(db, owner.accountId, { name: "Ours" });
  await sql`UPDATE agents SET visibility = 'private' WHERE id = ${id}`.execute(db);
  expect(await agents().find(id, { callerAccountId: owner.accountId })).toBeDefined();
  expect(await agents().find(id, { callerAccountId: other.accountId })).toBeUndefined();
  expect(await agents().isVisibleTo(id, other.accountId)).toBe(false);
  expect(await agents().isVisibleTo(id, owner.accountId)).toBe(true);
  expect(await agents().isOwnedBy(id, owner.accountId)).toBe(true);
  expect(await agents().isOwnedBy(id, other.accountId)).toBe(false);
  await sql`UPDATE agents SET visibility = 'public', is_active = false WHERE id = ${id}`.execute(db);
  expect(await agents().find(id, { callerAccountId: owner.accountId })).toBeUndefined();
  expect(await agents().isVisibleTo(id, other.accountId)).toBe(false);
});

test("a version's content never changes and is never removed", async () => {
  const { db } = database();
  const owner = await someAccount(db);
  const id = await someAgent(db, owner.accountId, { name: "Carved" });
  await expect(
    sql`UPDATE agent_versions SET source = 'x' WHERE agent_id = ${id}`.execute(db),
  ).rejects.toThrow("immutable");
  await expect(sql`DELETE FROM agent_versions WHERE agent_id = ${id}`.execute(db)).rejects.toThrow(
    "immutable",
  );
});

test("recorded figures are used by runs and lists, and figures of unknown agents are ignored", async () => {
  const { db } = database();
  const owner = await someAccount(db);
  const id = await someAgent(db, owner.accountId, { name: "Measured" });
  const figures = {
    executions: 10,
    completed: 9,
    failed: 1,
    users: 3,
    medianMs: 41.5,
    medianTokens: 20,
    p95Tokens: 88,
  };
  await agents().recordStatistics([
    { agentId: 2_000_000, ...figures },
    { agentId: id, ...figures },
  ]);
  expect(await agents().find(id, { callerAccountId: owner.accountId })).toMatchObject({ p95Tokens: 88 });
  const listed = await sql`SELECT executions, median_ms FROM search_documents WHERE agent_id = ${id}`.execute(
    db,
  );
  expect(listed.rows).toEqual([{ executions: 10n, median_ms: 41.5 }]);
});
