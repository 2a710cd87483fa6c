import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { changeAgent } from "../catalog/agents/agent-store.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";
import { AgentIndex } from "./agent-index.ts";
import { type Embedder, EmbedderUnavailable } from "./embedder/embedder.ts";
import { embedDueAgents } from "./embedding-job.ts";

const database = useTestDatabase();

/** Records its requests. It has two directions: one for strings about fish, and one for all others. */
class CountingEmbedder implements Embedder {
  readonly examples = undefined;
  readonly textMaxLength = 100;
  readonly likeness = { none: 0, same: 1 };
  readonly asked: string[][] = [];
  readonly model: string;
  isThere = true;

  constructor(model = "counting") {
    this.model = model;
  }

  canEmbed(text: string): boolean {
    return !text.includes("魚");
  }

  async embed(texts: readonly string[]): Promise<number[][]> {
    if (!this.isThere) throw new EmbedderUnavailable("gone for a walk");
    this.asked.push([...texts]);
    return texts.map((text) => (text.includes("fish") ? [1, 0] : [0, 1]));
  }

  async close(): Promise<void> {}
}

const warnings: string[] = [];
const log = { warn: (_details: object, message: string) => void warnings.push(message) };

/** Creates a market in its own database, so that its due agents are not those of another test. */
async function market(description = "Knows all about fish") {
  const { db } = database();
  await sql`DELETE FROM agent_embeddings`.execute(db);
  await sql`DELETE FROM search_documents`.execute(db);
  const { accountId } = await someAccount(db);
  const agentId = await someAgent(db, accountId, { name: "Guide", description, tags: ["sea"] });
  const embedder = new CountingEmbedder();
  const embed = () => embedDueAgents(db, embedder, log);
  const change = (changes: Parameters<typeof changeAgent>[3]) =>
    db.transaction().execute((tx) => changeAgent(tx, agentId, accountId, changes));
  return { db, agentId, accountId, embedder, embed, change };
}

const readVector = async (agentId: number, model = "counting") => {
  const agents = await new AgentIndex(database().db, model).readAgents();
  return agents.get(agentId)?.direction?.bytes;
};

test("an agent is embedded once, from its description, tags and documentation", async () => {
  const { agentId, embedder, embed } = await market();
  await embed();
  await embed();
  expect(embedder.asked).toEqual([
    ["Knows all about fish. sea", "sea", "Give it a message and it answers with the same message."],
  ]);
  expect(await readVector(agentId)).toEqual(Int8Array.from([64, 127]));
});

test("an agent is embedded again if its words change, but not if its price or version changes", async () => {
  const { db, agentId, embedder, embed, change } = await market();
  await embed();
  await change({ max_cost_per_run: 5n });
  await embed();
  expect(embedder.asked).toHaveLength(1);
  await change({ description: "Knows all about birds" });
  await embed();
  expect(embedder.asked).toHaveLength(2);
  expect(await readVector(agentId)).toEqual(Int8Array.from([0, 127]));
  const { rows } = await sql<{ due: boolean }>`
    SELECT words_changed_at <> updated_at AS due FROM agent_embeddings JOIN agents ON id = agent_id`.execute(
    db,
  );
  expect(rows).toEqual([{ due: false }]);
});

test("two nodes that embed at the same time embed each agent once", async () => {
  const { db, accountId, embedder } = await market();
  for (let number = 0; number < 30; number++) await someAgent(db, accountId, { name: `Agent ${number}` });
  const nodes = [1, 2].map(() => embedDueAgents(db, embedder, log));
  await Promise.all(nodes);
  expect(embedder.asked).toHaveLength(31);
});

test("if the embedder is unavailable, the job logs a warning and creates the missing vectors later", async () => {
  const { db, agentId, embedder, embed } = await market();
  embedder.isThere = false;
  warnings.length = 0;
  await embed();
  expect(warnings).toEqual(["semantic search is off because the embedder is unavailable"]);
  expect(await readVector(agentId)).toBeUndefined();
  embedder.isThere = true;
  await embed();
  expect(embedder.asked).toEqual([]);
  await sql`UPDATE agent_embeddings SET claimed_until = now() - interval '1 second'`.execute(db);
  await embed();
  expect(await readVector(agentId)).toBeDefined();
});

test("a new model replaces every vector, and vectors of the previous model are never read", async () => {
  const { db, agentId, embed } = await market();
  await embed();
  expect(await readVector(agentId, "other")).toBeUndefined();
  await embedDueAgents(db, new CountingEmbedder("other"), log);
  expect(await readVector(agentId, "other")).toBeDefined();
  expect(await readVector(agentId)).toBeUndefined();
});

test("a node reads new vectors and drops agents that are no longer listed", async () => {
  const { db, agentId, accountId, embed } = await market();
  await embed();
  const index = new AgentIndex(db, "counting");
  expect([...(await index.readAgents()).keys()]).toEqual([agentId]);
  const second = await someAgent(db, accountId, { name: "Second", description: "All fish" });
  await embed();
  index.forget();
  expect((await index.readAgents()).get(second)?.direction).toBeDefined();
  await sql`DELETE FROM search_documents WHERE agent_id = ${agentId}`.execute(db);
  index.forget();
  expect([...(await index.readAgents()).keys()]).toEqual([second]);
});

test("an agent whose words the embedder does not understand gets no vector and is not retried", async () => {
  const { agentId, db, embedder, embed, change } = await market();
  await change({ description: "魚", documentation: "魚魚", tags: ["魚"] });
  await embed();
  await embed();
  expect(embedder.asked).toEqual([]);
  expect(await readVector(agentId)).toBeUndefined();
  const { rows } = await sql`SELECT FROM agent_embeddings WHERE vector IS NOT NULL`.execute(db);
  expect(rows).toHaveLength(1);
});
