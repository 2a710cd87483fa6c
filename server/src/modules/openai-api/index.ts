import { defineModule } from "../../platform/module.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import { AgentRuns, type AgentRunsOptions } from "./agent-runs.ts";
import { sendErrorsAsOpenAi } from "./api-errors.ts";
import { allowLargeBodies } from "./large-bodies.ts";
import { Models, type SalesOptions } from "./models.ts";
import { Responses, type ResponsesOptions } from "./responses.ts";
import { mountOpenAiRoutes } from "./routes.ts";

export { SoldModels, type SoldModelsOptions } from "./sold-models.ts";

export interface OpenAiApiDeps
  extends AgentRunsOptions,
    SalesOptions,
    Pick<ResponsesOptions, "findTurnOfRun"> {
  directory: AgentDirectory;
}

/** Creates the module through which clients of OpenAI's APIs run agents as models. */
export function createOpenAiApi(deps: OpenAiApiDeps) {
  const services = {
    calls: deps.calls,
    models: new Models(deps.directory, deps),
    runs: new AgentRuns(deps),
    responses: new Responses(deps),
  };
  return defineModule({
    api: {},
    protocols: [
      {
        prefix: "/v1",
        serve(app, mount) {
          allowLargeBodies(app);
          sendErrorsAsOpenAi(app);
          mountOpenAiRoutes(mount, services);
        },
      },
    ],
  });
}
