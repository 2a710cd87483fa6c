import { createSealingJob } from "../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { defineModule } from "../../platform/module.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { type AnswersOptions, createAnswers } from "./answers/create-answers.ts";
import { createWaitResealing } from "./answers/reseal-waits.ts";
import { createServerLookup, type UseConnector } from "./engine/developer-server.ts";
import { EngineRoute, type EngineRouteOptions } from "./engine/engine-route.ts";
import { createHttpRoute } from "./http-route.ts";
import { createWorkflowResealing } from "./reseal-values.ts";
import { RunRequests } from "./run-requests.ts";
import { createStorageRoute } from "./storage-route.ts";
import { createValuesStore } from "./values-store.ts";
import type { WorkflowRuns } from "./workflow-runs.ts";

export { createWaitResealing } from "./answers/reseal-waits.ts";
export type { FindDeveloperServer, UseConnector } from "./engine/developer-server.ts";
export { EngineRoute } from "./engine/engine-route.ts";
export { createHttpRoute } from "./http-route.ts";
export { personalData } from "./personal-data.ts";
export { createWorkflowResealing } from "./reseal-values.ts";
export { RunRequests } from "./run-requests.ts";
export { createStorageRoute } from "./storage-route.ts";
export { createValuesInMemory } from "./stored-values.ts";
export type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** How often expired resume URLs are deleted. */
const FORGET_MS = 60_000;

export interface WorkflowsDeps extends Omit<AnswersOptions, "memory">, Pick<EngineRouteOptions, "outbound"> {
  log: AnswersOptions["log"] & EngineRouteOptions["log"];
  /** The active workflow runs, and with `requesting` all runs that may send HTTP requests. */
  runs: AnswersOptions["runs"] & EngineRouteOptions["runs"] & { requesting: WorkflowRuns };
  /** Encrypts the values that workflows store. */
  contentVault: ContentVault;
  /** The memory that the requests of all runs on this node share. */
  requestMemory: MemoryBudget;
  /** Counts one use of a connector and returns its server. The `connectors` module provides it. */
  useConnector: UseConnector;
}

/**
 * Creates the routes that workflow runs can call: the internet, stored values, answers, and their developers' n8n
 * servers. Declarative agents can call the first one, too.
 */
export function createWorkflows(deps: WorkflowsDeps) {
  const { db, runs, outbound, requestMemory: memory, useConnector, log } = deps;
  const requests = new RunRequests();
  const engine = new EngineRoute({
    runs,
    outbound,
    memory,
    findDeveloperServer: createServerLookup(useConnector),
    log,
  });
  const answers = createAnswers({ ...deps, memory });
  return defineModule({
    api: {
      runRoutes: [
        createHttpRoute({ runs: runs.requesting, requests, outbound, memory, log }),
        engine.route,
        answers.route,
        createStorageRoute({ runs, requests, values: createValuesStore(db, deps.contentVault), memory, log }),
      ],
    },
    routes: (mount) => answers.mountRoutes(mount),
    jobs: [
      { name: "expired resume URLs", everyMs: FORGET_MS, run: () => answers.forgetExpired() },
      createSealingJob("values of workflows in plain text", createWorkflowResealing(db, deps.contentVault)),
      createSealingJob("waits of workflows in plain text", createWaitResealing(db, deps.contentVault)),
    ],
    close: () => engine.close(),
  });
}
