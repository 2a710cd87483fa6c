import { sql } from "kysely";
import { listLabelledAgents } from "../server/src/modules/recommendations/evaluation/labelled-market.fixture.ts";
import type { Database } from "../server/src/platform/db/database.ts";

/**
 * The distance between the ids of an agent and of its copies, far above every id that the product assigns during a
 * benchmark.
 */
const ID_STEP = 10_000;
const EMBEDDED_WITHIN_MS = 300_000;
const POLL_MS = 500;

/**
 * Lists the labeled agents, waits until the server has embedded them, and copies them under new names, with their
 * prices, search documents and vectors, until there are `size` agents.
 */
export async function fillMarket(db: Database, size: number): Promise<void> {
  const agents = await listLabelledAgents(db);
  const ids = [...agents.keys()];
  await storeEmbeddings(db, ids);
  const copies = Math.ceil((size - ids.length) / ids.length);
  const id = sql`original.id + copy * ${ID_STEP}::int`;
  await db.transaction().execute(async (tx) => {
    await sql`INSERT INTO agents (id, owner_account_id, name, slug, description, documentation, category, tags,
        framework, agent_type, current_version_id)
      SELECT ${id}, owner_account_id, name || ' ' || copy, slug || '-' || copy, description, documentation, category,
        tags, framework, agent_type, 'ver_bench_' || ${id}
      FROM agents AS original, generate_series(1, ${copies}::int) AS copy
      WHERE original.id = ANY (${ids}::int[])`.execute(tx);
    await sql`INSERT INTO agent_versions (id, agent_id, number, source_sha256, source, filename, framework, agent_type,
        entry, input_schema, manifest, examples, state)
      SELECT 'ver_bench_' || ${id}, ${id}, 1, source_sha256, source, filename, version.framework, version.agent_type,
        entry, input_schema, manifest, examples, 'listed'
      FROM agents AS original JOIN agent_versions AS version ON version.id = current_version_id,
        generate_series(1, ${copies}::int) AS copy
      WHERE original.id = ANY (${ids}::int[])`.execute(tx);
    await sql`INSERT INTO agent_prices (agent_id, price_per_token_nano, effective_from)
      SELECT ${id}, price_per_token_nano, effective_from
      FROM agents AS original JOIN agent_prices ON agent_id = original.id,
        generate_series(1, ${copies}::int) AS copy
      WHERE original.id = ANY (${ids}::int[])`.execute(tx);
    await sql`INSERT INTO search_documents (agent_id, owner_account_id, visibility, category, framework,
        price_per_token_nano, executions, name_words, heading, document)
      SELECT ${id}, found.owner_account_id, found.visibility, found.category, found.framework,
        price_per_token_nano, copy, name_words || ' ' || copy, heading, document
      FROM agents AS original JOIN search_documents AS found ON agent_id = original.id,
        generate_series(1, ${copies}::int) AS copy
      WHERE original.id = ANY (${ids}::int[])`.execute(tx);
    await sql`INSERT INTO agent_embeddings (agent_id, model, version_id, words_changed_at, words_sha256, vector, made_at,
        claimed_until)
      SELECT copied.id, model, copied.current_version_id, copied.updated_at, words_sha256, vector, clock_timestamp(),
        '-infinity'
      FROM agents AS copied JOIN agent_embeddings ON agent_id = copied.id % ${ID_STEP}::int
      WHERE copied.id > ${ID_STEP}::int AND agent_id = ANY (${ids}::int[])`.execute(tx);
  });
  await sql`VACUUM ANALYZE`.execute(db);
}

async function storeEmbeddings(db: Database, ids: readonly number[]): Promise<void> {
  const deadline = Date.now() + EMBEDDED_WITHIN_MS;
  for (;;) {
    const { rows } = await sql<{ made: number }>`SELECT count(*)::int AS made FROM agent_embeddings
      WHERE agent_id = ANY (${[...ids]}::int[]) AND vector IS NOT NULL`.execute(db);
    if (rows[0]?.made === ids.length) return;
    if (Date.now() > deadline) throw new Error("the benchmark's agents were not embedded in time");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
