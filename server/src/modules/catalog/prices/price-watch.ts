import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { isBelowModelCost, lowestPrice, type PricedModels } from "./price-advice.ts";

/** The number of agents to read per statement: a few megabytes of manifests. */
const BATCH = 500;

interface UnsponsoredAgent {
  id: number;
  name: string;
  ownerAccountId: string;
  pricePerToken: bigint;
  models: string[];
}

/** Finds active agents that name models and whose developers sponsor nothing, in the order of their ids. */
async function findUnsponsored(db: Database, after: number): Promise<UnsponsoredAgent[]> {
  const { rows } = await sql<UnsponsoredAgent>`
    SELECT a.id, a.name, a.owner_account_id AS "ownerAccountId", p.price_per_token_nano AS "pricePerToken",
      v.manifest -> 'models' AS models
    FROM agents a
    JOIN agent_versions v ON v.id = a.current_version_id
    CROSS JOIN LATERAL (
      SELECT price_per_token_nano FROM agent_prices
      WHERE agent_id = a.id AND effective_from <= now() ORDER BY effective_from DESC LIMIT 1
    ) p
    WHERE a.id > ${after} AND a.is_active AND a.archived_at IS NULL AND a.deleted_at IS NULL
      AND a.suspended_at IS NULL AND a.sponsor_limit = 0 AND jsonb_array_length(v.manifest -> 'models') > 0
    ORDER BY a.id LIMIT ${BATCH}`.execute(db);
  return rows;
}

/**
 * Notifies developers of agents whose price no longer covers their models, for example after a provider has raised its
 * prices. Sends one notification per price and cost, however many servers run. A developer's own change to such a price
 * is refused immediately instead.
 */
export async function notifyOfPricesBelowCost(
  db: Database,
  notify: Notify,
  offer: PricedModels,
): Promise<void> {
  for (let after = 0; ; ) {
    const agents = await findUnsponsored(db, after);
    for (const { id, name, ownerAccountId: accountId, pricePerToken, models } of agents) {
      if (!isBelowModelCost({ pricePerToken, sponsorLimit: 0n }, models, offer)) continue;
      const lowest = lowestPrice(models, offer);
      await notify(db, {
        accountId,
        kind: "price_below_cost",
        facts: { agent_id: id, agent_name: name, price: String(pricePerToken), lowest: String(lowest) },
        occasion: `price_below_cost:${id}:${pricePerToken}:${lowest}`,
      });
    }
    after = agents.at(-1)?.id ?? after;
    if (agents.length < BATCH) return;
  }
}
