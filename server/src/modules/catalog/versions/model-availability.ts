import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database, Queryable, Tx } from "../../../platform/db/database.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { notifyOfPricesBelowCost } from "../prices/price-watch.ts";
import { type OfferedModels, type ResolvedModels, resolveModels } from "../upload/offered-models.ts";
import { StoredManifest } from "./version-content.ts";

/** The number of agents to read per statement: a few megabytes of manifests. */
const BATCH = 500;

interface NamingAgent {
  id: number;
  name: string;
  ownerAccountId: string;
  manifest: unknown;
  offered: string[];
  missing: string[];
}

/** Selects agents whose current version names a model, in the order of their ids. */
function selectNamingAgents(db: Queryable) {
  return db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .select([
      "agents.id",
      "agents.name",
      "agents.owner_account_id as ownerAccountId",
      "agents.offered_models as offered",
      "agents.missing_models as missing",
      "version.manifest",
    ])
    .where(sql<boolean>`jsonb_array_length(version.manifest -> 'models') > 0`)
    .orderBy("agents.id");
}

const isSame = (agent: NamingAgent, { offered, missing }: ResolvedModels) =>
  agent.offered.join("\n") === offered.join("\n") && agent.missing.join("\n") === missing.join("\n");

/**
 * Updates agents when the offered models change. An agent with a model that is not offered is removed from the lists
 * until the model returns. Its developer is notified of both changes.
 */
export class ModelAvailability {
  readonly #db: Database;
  readonly #models: Pick<OfferedModels, "findModel">;
  readonly #notify: Notify;
  #isDue = true;

  constructor(db: Database, models: Pick<OfferedModels, "findModel">, notify: Notify) {
    this.#db = db;
    this.#models = models;
    this.#notify = notify;
  }

  /** Notes that the offered models have changed, so that the next `update` has work to do. */
  handleModelChange(): void {
    this.#isDue = true;
  }

  /**
   * Updates every agent if the offered models or their costs have changed since the last time, and notifies
   * developers whose price no longer covers those costs.
   * @returns whether any agent was changed.
   */
  async update(): Promise<boolean> {
    if (!this.#isDue) return false;
    this.#isDue = false;
    try {
      const hasChanged = await this.#updateAll();
      await notifyOfPricesBelowCost(this.#db, this.#notify, this.#models);
      return hasChanged;
    } catch (error) {
      this.#isDue = true;
      throw error;
    }
  }

  async #updateAll(): Promise<boolean> {
    let hasChanged = false;
    for (let after = 0; ; ) {
      const agents = await selectNamingAgents(this.#db).where("agents.id", ">", after).limit(BATCH).execute();
      for (const agent of agents)
        if (!isSame(agent, this.#resolve(agent)))
          hasChanged = (await this.#updateOne(agent.id)) || hasChanged;
      after = agents.at(-1)?.id ?? after;
      if (agents.length < BATCH) return hasChanged;
    }
  }

  #resolve({ manifest }: NamingAgent): ResolvedModels {
    return resolveModels(StoredManifest.parse(manifest).models, this.#models);
  }

  /** Reads the agent again under its lock: another node may have updated it, or its version may have changed. */
  #updateOne(agentId: number): Promise<boolean> {
    return this.#db.transaction().execute(async (tx) => {
      const agent = await selectNamingAgents(tx)
        .where("agents.id", "=", agentId)
        .forNoKeyUpdate("agents")
        .executeTakeFirst();
      if (!agent) return false;
      const models = this.#resolve(agent);
      if (isSame(agent, models)) return false;
      await tx
        .updateTable("agents")
        .set({ offered_models: models.offered, missing_models: models.missing })
        .where("id", "=", agentId)
        .execute();
      await refreshSearchDocument(tx, agentId);
      await this.#notifyDeveloper(tx, agent, models.missing);
      return true;
    });
  }

  async #notifyDeveloper(tx: Tx, agent: NamingAgent, missing: string[]): Promise<void> {
    const wasMissing = agent.missing.length > 0;
    if (wasMissing === missing.length > 0) return;
    const facts = { agent_id: agent.id, agent_name: agent.name };
    const notice = { accountId: agent.ownerAccountId, occasion: `models:${randomUUID()}` };
    if (wasMissing) await this.#notify(tx, { ...notice, kind: "models_back", facts });
    else await this.#notify(tx, { ...notice, kind: "models_missing", facts: { ...facts, models: missing } });
  }
}
