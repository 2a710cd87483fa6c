import type { Gateway } from "@stoa/gateway";
import type { Config } from "../config.ts";
import { type A2aDeps, createA2a } from "../modules/a2a/index.ts";
import { createAnalytics } from "../modules/analytics/index.ts";
import type { Catalog, GetPlan, RunnableAgents } from "../modules/catalog/index.ts";
import { findService } from "../modules/connectors/index.ts";
import { createConversations } from "../modules/conversations/index.ts";
import type { FilesApi } from "../modules/files/index.ts";
import { createMcp } from "../modules/mcp/index.ts";
import { createNotifications } from "../modules/notifications/index.ts";
import { createOauth, type OauthDeps } from "../modules/oauth/index.ts";
import { createOpenAiApi, SoldModels, type SoldModelsOptions } from "../modules/openai-api/index.ts";
import { createOperator } from "../modules/operator/index.ts";
import { createRecommendations } from "../modules/recommendations/index.ts";
import { createReviews } from "../modules/reviews/index.ts";
import { type ActiveRuns, hasPaidRun, type RunsApi } from "../modules/runs/index.ts";
import { createSchedules } from "../modules/schedules/index.ts";
import { createSharedRuns } from "../modules/shared-runs/index.ts";
import { createSystem } from "../modules/system/index.ts";
import { createWidgets, type WidgetsDeps } from "../modules/widgets/index.ts";
import type { Notify } from "../platform/events/notify.ts";
import type { Module } from "../platform/module.ts";
import type { Runtimes } from "./agent-runtimes.ts";
import type { Platform } from "./open-platform.ts";

const VERSION = "0.1.0";

/** Adds a module to the product and returns the functions that other modules may call. */
export type AddModule = <Api>(name: string, module: Module<Api>) => Api;

interface FeatureOptions {
  config: Config;
  paths: { embedder: string; web: string };
}

/** The parts that the features use. */
export interface FeatureParts extends Platform {
  notify: Notify;
  agents: RunnableAgents;
  getPlan: GetPlan;
  ownsAgent(agentId: number, accountId: string): Promise<boolean>;
  gateway: Gateway;
  runs: RunsApi;
  catalog: Catalog;
  runtimes: Runtimes;
  files: FilesApi;
  authenticator: OauthDeps["authenticator"];
  appKeys: OauthDeps["appKeys"];
  publishableKeys: WidgetsDeps["publishableKeys"];
  contents: ActiveRuns["contents"];
  runWebhooks: A2aDeps["runWebhooks"];
  openModelsAgent: SoldModelsOptions["openAgent"];
}

/** Adds the modules that no other module calls. */
export function addFeatures(add: AddModule, { config, paths }: FeatureOptions, parts: FeatureParts): void {
  const { db, agents, gateway, runs, catalog, readiness, runtimes } = parts;
  add("analytics", createAnalytics(parts));
  add("schedules", createSchedules({ ...parts, runs: runs.starts, runCapacity: config.runCapacity }));
  add(
    "reviews",
    createReviews({
      ...parts,
      agents: {
        findOwner: async (agentId, accountId) =>
          (await agents.findDeclaration(agentId, accountId))?.ownerAccountId,
        hasPaidRun: (agentId, accountId) => hasPaidRun(db, agentId, accountId),
      },
    }),
  );
  const conversations = addSharedContents(add, config, parts);
  const { directory } = catalog;
  const { publicUrl } = config.signIn;
  /** The parts of the interfaces through which others than the app run agents. */
  const shared = { ...parts, conversations, directory, calls: runs.calls, publicUrl };
  const sold = config.sellsModels
    ? new SoldModels({ gateway, runs: runs.modelRuns, openAgent: parts.openModelsAgent })
    : undefined;
  const offersModel = (name: string) => gateway.findModel(name)?.isLanguageModel === true;
  add("OpenAI's APIs", createOpenAiApi({ ...shared, ...conversations, sold, offersModel }));
  add("widgets", createWidgets({ ...shared, site: paths.web }));
  add("operator", createOperator({ db, suspensions: catalog.suspensions }));
  add(
    "recommendations",
    createRecommendations({
      ...parts,
      embedder: {
        kind: config.embedder,
        model: config.embedderModel,
        program: paths.embedder,
        callProvider: (model, texts, timeoutMs) => gateway.embed(model, texts, timeoutMs),
      },
    }),
  );
  add(
    "system",
    createSystem({
      db,
      version: VERSION,
      checkDatabase: () => readiness.check(),
      getRuntimes: runtimes.status,
      listModels: () => gateway.listModels(),
      getDefaultModel: () => gateway.getDefaultModel(),
      expected: config.expected,
    }),
  );
  add("a2a", createA2a({ ...shared, runs: runs.calls }));
  addMcp(add, shared);
  // This is the last module, so its streams close first: clients continue on another node while runs end on this one.
  add(
    "notifications",
    createNotifications({ ...parts, serviceTitle: (name) => findService(name)?.displayName ?? name }),
  );
}

/** Adds the MCP server, and the module through which its clients sign in. */
function addMcp(
  add: AddModule,
  parts: FeatureParts & Pick<RunsApi, "calls"> & Pick<Catalog, "directory"> & { publicUrl: string },
): void {
  const { directory } = parts;
  const { authenticator, resources } = add(
    "oauth",
    createOauth({
      ...parts,
      getAgentName: async (agentId, caller) => (await directory.get(agentId, caller)).name,
    }),
  );
  add("mcp", createMcp({ ...parts, authenticator, resources, version: VERSION }));
}

/** Adds the modules with which people show the contents of runs to others, and returns the functions of conversations. */
function addSharedContents(add: AddModule, config: Config, parts: FeatureParts) {
  const { db, agents, catalog, contents, contentVault } = parts;
  const shared = {
    db,
    contents,
    createFileLinks: parts.files.createLinks,
    publicUrl: config.signIn.publicUrl,
  };
  add("shared runs", createSharedRuns({ ...shared, findPublicAgent: catalog.findPublicAgent }));
  return add(
    "conversations",
    createConversations({
      ...shared,
      contentVault,
      findAgent: (agentId, accountId) => agents.findDeclaration(agentId, accountId),
    }),
  );
}
