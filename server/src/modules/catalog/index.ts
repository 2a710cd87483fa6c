import type { Agent } from "@stoa/contract";
import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { AgentProfiles } from "./agents/agent-profiles.ts";
import { findCallableAgents } from "./agents/callable-agents.ts";
import type { RunnableAgents, TrialRunner } from "./agents/runnable-agent.ts";
import { createRunnableAgents, type PlanOf } from "./agents/runnable-agents.ts";
import { Developers } from "./listing/developers.ts";
import { mountFavouriteRoutes } from "./listing/favourite-routes.ts";
import { Favourites } from "./listing/favourites.ts";
import { findPublicAgents } from "./listing/listed-agents.ts";
import { Marketplace } from "./listing/marketplace.ts";
import { beginSearchPrices } from "./prices/price-store.ts";
import { mountCatalogRoutes } from "./routes.ts";
import { type SeedResult, seedAgents } from "./seed/seed-agents.ts";
import type { ConnectorServices } from "./upload/connector-uses.ts";
import type { OfferedModels } from "./upload/offered-models.ts";
import type { Runtimes } from "./upload/upload-context.ts";
import { createUploadLimits, DEFAULT_UPLOAD_RATES, type UploadRates } from "./upload/upload-limits.ts";
import { UploadNotices } from "./upload/upload-notices.ts";
import { Uploads } from "./upload/uploads.ts";
import { Deployments } from "./versions/deployments.ts";
import { ModelAvailability } from "./versions/model-availability.ts";
import { mountVersionRoutes } from "./versions/version-routes.ts";
import { Versions } from "./versions/versions.ts";

export { type AgentSuspension, AgentSuspensions, followSuspensions } from "./agents/agent-suspensions.ts";
export { AgentVisibility } from "./agents/agent-visibility.ts";
export { FailingAgents } from "./agents/failing-agents.ts";
export { followPlanChanges } from "./agents/private-agents.ts";
export type { AgentStatistics, RunnableAgent, RunnableAgents, TrialRunner } from "./agents/runnable-agent.ts";
export { createRunnableAgents, type PlanOf } from "./agents/runnable-agents.ts";
export { findOpenSummaries } from "./listing/listed-agents.ts";
export { wordsOf } from "./listing/search-text.ts";
export { personalData } from "./personal-data.ts";
export type { SeedResult } from "./seed/seed-agents.ts";
export type { OfferedModels } from "./upload/offered-models.ts";
export type { Runtimes } from "./upload/upload-context.ts";
export type { UploadRates } from "./upload/upload-limits.ts";

export interface CatalogOptions {
  db: Database;
  pool: pg.Pool;
  /** The supervisor of this node. */
  runtimes: Runtimes;
  /** From `connectors`: those that agents may declare. */
  connectorServices: ConnectorServices;
  /** The gateway of this node. */
  models: OfferedModels;
  /** From `runs`. */
  trials: TrialRunner;
  /** From `accounts`. */
  planOf: PlanOf;
  /** From `notifications`. */
  notify: Notify;
  uploadRates?: UploadRates;
}

/** Agents: uploaded, checked, listed, searched, changed by their owners and found by runs. */
export interface Catalog {
  runnableAgents: RunnableAgents;
  mountRoutes(mount: Mount): void;
  /** Once a minute: the marketplace sorts and filters by the prices that have begun to hold since. */
  beginPrices(): Promise<void>;
  /** Notes that other models are offered from now on. */
  modelsChanged(): void;
  /** Brings agents up to date with the models on offer, if these have changed. */
  updateModels(): Promise<void>;
  /** The agents that anybody may see, by their numbers. */
  /** Returns an agent as visitors see it; undefined where they see none. */
  findPublicAgent(id: number): Promise<Agent | undefined>;
  publicAgents(limit: number): Promise<readonly number[]>;
  /** Makes or updates the sample agents of a folder; see `seedAgents`. */
  seedAgents(ownerAccountId: string, directory: string): Promise<SeedResult>;
}

/**
 * `runs` needs `runnableAgents` and the catalogue needs the trial runner of `runs`: make the former with
 * `createRunnableAgents` where the order of composition asks for it; both read the same tables.
 */
export function createCatalog(options: CatalogOptions): Catalog {
  const { db, pool, runtimes, connectorServices, models, trials, planOf, notify } = options;
  const marketplace = new Marketplace(db);
  const profiles = new AgentProfiles(db, { planOf, models });
  const developers = new Developers(db);
  const favourites = new Favourites(db);
  const notices = new UploadNotices(db, notify);
  const uploads = new Uploads({
    db,
    runtimes,
    connectorServices,
    models,
    callableAgents: (agentIds) => findCallableAgents(db, agentIds),
    trials,
    planOf,
    notices,
  });
  const versions = new Versions(db, uploads, notices, models);
  const deployments = new Deployments(db, runtimes, notices, models);
  const availability = new ModelAvailability(db, models, notify);
  const limits = createUploadLimits(pool, options.uploadRates ?? DEFAULT_UPLOAD_RATES);
  return {
    runnableAgents: createRunnableAgents(db, planOf),
    mountRoutes(mount) {
      mountCatalogRoutes(mount, { marketplace, profiles, developers, uploads, limits });
      mountFavouriteRoutes(mount, favourites);
      mountVersionRoutes(mount, { marketplace, profiles, versions, deployments, limits });
    },
    async beginPrices() {
      if ((await beginSearchPrices(db)) > 0) marketplace.forget();
    },
    modelsChanged: () => availability.changed(),
    async updateModels() {
      if (await availability.update()) marketplace.forget();
    },
    findPublicAgent: (id) => profiles.find(id, undefined),
    publicAgents: (limit) => findPublicAgents(db, limit),
    async seedAgents(ownerAccountId, directory) {
      const result = await seedAgents({ db, uploads, models, ownerAccountId, directory });
      marketplace.forget();
      return result;
    },
  };
}
