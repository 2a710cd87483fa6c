import type { Agent } from "@stoa/contract";
import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { defineModule } from "../../platform/module.ts";
import { createAgentDirectory } from "./agents/agent-directory.ts";
import type { AgentPackages } from "./agents/agent-packages.ts";
import { AgentProfiles } from "./agents/agent-profiles.ts";
import { AgentSuspensions } from "./agents/agent-suspensions.ts";
import { findCallableAgents } from "./agents/callable-agents.ts";
import { followPlanChanges } from "./agents/private-agents.ts";
import type { TrialRunner } from "./agents/runnable-agent.ts";
import type { GetPlan } from "./agents/runnable-agents.ts";
import { Developers } from "./listing/developers.ts";
import { mountFavoriteRoutes } from "./listing/favorite-routes.ts";
import { Favorites } from "./listing/favorites.ts";
import { findPublicAgents, findPublicSummaries } from "./listing/listed-agents.ts";
import { Marketplace } from "./listing/marketplace.ts";
import { beginSearchPrices } from "./prices/price-store.ts";
import { mountCatalogRoutes } from "./routes.ts";
import type { AgentSecrets } from "./secrets/agent-secrets.ts";
import { mountSecretRoutes } from "./secrets/secret-routes.ts";
import { listSecrets } from "./secrets/secret-store.ts";
import { ensureModelsAgent } from "./seed/models-agent.ts";
import { type SampleChoice, type SeedResult, seedAgents } from "./seed/seed-agents.ts";
import type { ConnectorServices } from "./upload/connector-uses.ts";
import type { OfferedModels } from "./upload/offered-models.ts";
import type { UploadRuntimes } from "./upload/upload-context.ts";
import { createUploadLimits, DEFAULT_UPLOAD_RATES, type UploadRates } from "./upload/upload-limits.ts";
import { UploadNotices } from "./upload/upload-notices.ts";
import { Uploads } from "./upload/uploads.ts";
import { Deployments } from "./versions/deployments.ts";
import { ModelAvailability } from "./versions/model-availability.ts";
import { PinnedComparisons } from "./versions/pinned-comparisons.ts";
import { mountVersionRoutes } from "./versions/version-routes.ts";
import { Versions } from "./versions/versions.ts";

export type { AgentDirectory } from "./agents/agent-directory.ts";
export { type AgentSuspension, AgentSuspensions, followSuspensions } from "./agents/agent-suspensions.ts";
export { AgentVisibility } from "./agents/agent-visibility.ts";
export { FailingAgents } from "./agents/failing-agents.ts";
export { followPlanChanges } from "./agents/private-agents.ts";
export type { AgentStatistics, RunnableAgent, RunnableAgents, TrialRunner } from "./agents/runnable-agent.ts";
export { createRunnableAgents, type GetPlan } from "./agents/runnable-agents.ts";
export { findOpenSummaries } from "./listing/listed-agents.ts";
export { splitWords, toSlug } from "./listing/search-text.ts";
export { personalData } from "./personal-data.ts";
export { AgentSecrets } from "./secrets/agent-secrets.ts";
export { createSealedAgentSecretTable } from "./secrets/reseal.ts";
export type { SampleChoice, SeedResult } from "./seed/seed-agents.ts";
export type { OfferedModels } from "./upload/offered-models.ts";
export type { UploadRuntimes as Runtimes } from "./upload/upload-context.ts";
export type { UploadRates } from "./upload/upload-limits.ts";
export { findUsedPackages } from "./versions/version-store.ts";

export interface CatalogDeps {
  db: Database;
  pool: pg.Pool;
  events: EventBus;
  /** The runtimes of this node's supervisor. */
  runtimes: UploadRuntimes;
  /** The services that agents may declare. The `connectors` module provides them. */
  connectorServices: ConnectorServices;
  /** The models that this node's gateway offers. */
  models: OfferedModels;
  /** Runs uploaded files once. The `runs` module provides it. */
  trials: TrialRunner;
  /** Installs the packages that files declare. The `packages` module provides it. */
  packages: AgentPackages;
  secrets: AgentSecrets;
  /** Returns the plan of an account. The `accounts` module provides it. */
  getPlan: GetPlan;
  /** Notifies an account. The `notifications` module provides it. */
  notify: Notify;
  uploadRates?: UploadRates;
}

/** How often lists apply prices that have taken effect. Runs apply a new price at its exact time. */
const PRICES_MS = 60_000;
/**
 * The interval at which changes of the offered models are handled. The job only checks a flag unless the
 * models file was read again. A failed attempt is repeated at the same interval.
 */
const MODELS_MS = 1_000;

export type Catalog = ReturnType<typeof createCatalog>["api"];

/** Creates the catalog: uploads, checks, versions, prices, lists and search of agents. */
export function createCatalog(deps: CatalogDeps) {
  const { db, pool, events, runtimes, connectorServices, models, trials, packages, getPlan, notify } = deps;
  followPlanChanges(events, notify);
  const marketplace = new Marketplace(db);
  const profiles = new AgentProfiles(db, { getPlan, models });
  const developers = new Developers(db);
  const favorites = new Favorites(db);
  const notices = new UploadNotices(db, notify);
  const uploads = new Uploads({
    db,
    runtimes,
    connectorServices,
    models,
    findCallableAgents: (agentIds) => findCallableAgents(db, agentIds),
    listSecretNames: async (agentId) => (await listSecrets(db, agentId)).map(({ name }) => name),
    trials,
    packages,
    getPlan,
    notices,
  });
  const versions = new Versions(db, uploads, notices, { models, packages });
  const comparisons = new PinnedComparisons(db, trials);
  const deployments = new Deployments(db, runtimes, notices, models);
  const availability = new ModelAvailability(db, models, notify);
  const limits = createUploadLimits(pool, deps.uploadRates ?? DEFAULT_UPLOAD_RATES);
  return defineModule({
    api: {
      directory: createAgentDirectory(db, { marketplace, profiles, favorites }),
      suspensions: new AgentSuspensions(db, notify),
      /** Handles a change of the offered models. */
      modelsChanged: () => availability.handleModelChange(),
      /** Returns an agent as visitors see it; undefined if visitors cannot see it. */
      findPublicAgent: (id: number): Promise<Agent | undefined> => profiles.find(id, undefined),
      /** Lists ids of public agents, the most run first. */
      publicAgents: (limit: number) => findPublicAgents(db, limit),
      /** Lists public agents as the marketplace shows them, the most run first. */
      publicSummaries: (limit: number) => findPublicSummaries(db, limit),
      /** Returns the platform's agent to which the runs of sold models belong. */
      ensureModelsAgent: (ownerAccountId: string) => ensureModelsAgent(db, ownerAccountId),
      /** Creates or updates the sample agents of a folder; see `seedAgents`. */
      async seedAgents(ownerAccountId: string, samples: SampleChoice): Promise<SeedResult> {
        const result = await seedAgents({ db, uploads, models, ownerAccountId, ...samples });
        marketplace.forget();
        return result;
      },
    },
    routes(mount) {
      mountCatalogRoutes(mount, { marketplace, profiles, developers, uploads, limits });
      mountFavoriteRoutes(mount, favorites);
      mountSecretRoutes(mount, deps.secrets);
      mountVersionRoutes(mount, { marketplace, profiles, versions, deployments, comparisons, limits });
    },
    jobs: [
      {
        name: "announced prices",
        everyMs: PRICES_MS,
        async run() {
          if ((await beginSearchPrices(db)) > 0) marketplace.forget();
        },
      },
      {
        name: "offered models",
        everyMs: MODELS_MS,
        async run() {
          if (await availability.update()) marketplace.forget();
        },
      },
    ],
  });
}
