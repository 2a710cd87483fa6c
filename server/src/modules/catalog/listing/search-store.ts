import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { isArchived, isNotDeleted, isSuspended } from "../agents/agent-access.ts";
import { toSearchTexts } from "./search-text.ts";

function findSearchable(tx: Tx, agentId: number) {
  return tx
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .select([
      "name",
      "visibility",
      "category",
      "description",
      "documentation",
      "tags",
      "features",
      "use_cases as useCases",
    ])
    .select(({ selectFrom }) =>
      selectFrom("account_owners")
        .select("account_owners.username")
        .whereRef("account_owners.account_id", "=", "agents.owner_account_id")
        .orderBy("account_owners.joined_at")
        .limit(1)
        .as("developer"),
    )
    .where("agents.id", "=", agentId)
    .where("agents.is_active", "=", true)
    .where(isArchived, "=", false)
    .where(isNotDeleted)
    .where(isSuspended, "=", false)
    .where("version.state", "=", "listed")
    .where("agents.missing_models", "=", sql<string[]>`'{}'::text[]`)
    .where("agents.visibility", "<>", "unlisted")
    .executeTakeFirst();
}

/**
 * Updates the search document of an agent, in the transaction that changed the agent. Search does not find an agent
 * that is unlisted, archived, inactive or suspended, has no listed version, or names a model that is not offered.
 */
export async function refreshSearchDocument(tx: Tx, agentId: number): Promise<void> {
  const agent = await findSearchable(tx, agentId);
  if (!agent) {
    await tx.deleteFrom("search_documents").where("agent_id", "=", agentId).execute();
    return;
  }
  const texts = toSearchTexts({ ...agent, developer: agent.developer ?? "" });
  await sql`
    INSERT INTO search_documents (agent_id, owner_account_id, visibility, category, framework,
      price_per_token_nano, price_until, executions, rating, median_ms, models, name_words, heading, document)
    SELECT agents.id, owner_account_id, visibility, category, framework,
      (SELECT price_per_token_nano FROM agent_prices
        WHERE agent_id = agents.id AND effective_from <= clock_timestamp()
        ORDER BY effective_from DESC LIMIT 1),
      (SELECT min(effective_from) FROM agent_prices
        WHERE agent_id = agents.id AND effective_from > clock_timestamp()),
      coalesce(stats.executions, 0), stats.rating, stats.median_ms, offered_models[1:16], ${texts.name},
      heading, strip(heading) || strip(to_tsvector('stoa_stems', ${texts.details}))
    FROM agents LEFT JOIN agent_stats AS stats ON stats.agent_id = agents.id,
      LATERAL (SELECT agent_vector(${texts.name}, 'A') || agent_vector(${texts.labels}, 'B')
        || agent_vector(${texts.developer}, 'D') AS heading) AS vectors
    WHERE agents.id = ${agentId}
    ON CONFLICT (agent_id) DO UPDATE SET
      visibility = excluded.visibility, category = excluded.category, framework = excluded.framework,
      price_per_token_nano = excluded.price_per_token_nano, price_until = excluded.price_until, executions = excluded.executions,
      rating = excluded.rating, median_ms = excluded.median_ms, models = excluded.models, name_words = excluded.name_words,
      heading = excluded.heading, document = excluded.document`.execute(tx);
  // These words correct typing errors in everyone's searches, so words of private agents are left out.
  if (agent.visibility === "private") return;
  await sql`
    INSERT INTO search_words (word)
    SELECT DISTINCT left(lower(unaccent(word)), 64) FROM unnest(${texts.vocabulary}::text[]) AS word ORDER BY 1
    ON CONFLICT DO NOTHING`.execute(tx);
}
