import { fileURLToPath } from "node:url";
import type { Database } from "../../../platform/db/database.ts";
import { someAccount, someAgent } from "../../catalog/catalog.fixture.ts";
import { type LabelledAgent, readLabelledSet } from "./labelled-set.fixture.ts";

export const EMBEDDER_PROGRAM = fileURLToPath(
  new URL("../../../../embedder/embedder-process.mjs", import.meta.url),
);

/**
 * Lists the agents of the labeled set, each under its own developer.
 * @returns their keys by id.
 */
export async function listLabelledAgents(db: Database): Promise<Map<number, string>> {
  const { agents } = readLabelledSet();
  const owners = new Map<string, string>();
  for (const { developer } of agents)
    if (!owners.has(developer)) owners.set(developer, (await someAccount(db, developer)).accountId);
  const keys = new Map<number, string>();
  for (const agent of agents)
    keys.set(await listAgent(db, owners.get(agent.developer) ?? "", agent), agent.key);
  return keys;
}

function listAgent(db: Database, ownerAccountId: string, agent: LabelledAgent): Promise<number> {
  const { name, description, documentation, category, tags } = agent;
  const price = BigInt(Math.round(agent.price_per_token * 1e9));
  return someAgent(db, ownerAccountId, { name, description, documentation, category, tags, price });
}
