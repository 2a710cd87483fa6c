import { defineModule } from "../../platform/module.ts";
import { type AnswersOptions, createAnswers } from "./answers/create-answers.ts";
import { createServerLookup, type UseConnector } from "./engine/developer-server.ts";
import { EngineDoor, type EngineDoorOptions } from "./engine/engine-door.ts";
import { createHttpDoor } from "./http-door.ts";
import { RunRequests } from "./run-requests.ts";
import { createStorageDoor } from "./storage-door.ts";
import { createValuesStore } from "./values-store.ts";

export { answerDoorRefusal, DoorRefusal } from "./door-refusal.ts";
export type { ServerOf } from "./engine/developer-server.ts";
export { EngineDoor } from "./engine/engine-door.ts";
export { createHttpDoor } from "./http-door.ts";
export { personalData } from "./personal-data.ts";
export { RunRequests } from "./run-requests.ts";
export { createStorageDoor } from "./storage-door.ts";
export { valuesInMemory } from "./stored-values.ts";
export { requestBody } from "./whole-body.ts";
export type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** Addresses are removed a minute after their run has ended. */
const FORGET_MS = 60_000;

export interface WorkflowsDeps extends AnswersOptions, Pick<EngineDoorOptions, "outbound"> {
  log: AnswersOptions["log"] & EngineDoorOptions["log"];
  runs: AnswersOptions["runs"] & EngineDoorOptions["runs"];
  /** From `connectors`. */
  useConnector: UseConnector;
}

/** What workflow runs reach: the internet, stored values, answers, and their developers' n8n servers. */
export function createWorkflows(deps: WorkflowsDeps) {
  const { db, runs, outbound, useConnector, log } = deps;
  const requests = new RunRequests();
  const engine = new EngineDoor({ runs, outbound, serverOf: createServerLookup(useConnector), log });
  const answers = createAnswers(deps);
  return defineModule({
    api: {
      doors: {
        http: createHttpDoor({ runs, requests, outbound, log }),
        engine: engine.open,
        answers: answers.door,
        storage: createStorageDoor({ runs, requests, values: createValuesStore(db), log }),
      },
    },
    routes: (mount) => answers.mountRoutes(mount),
    jobs: [{ name: "addresses of ended runs", everyMs: FORGET_MS, run: () => answers.forgetExpired() }],
    close: () => engine.close(),
  });
}
