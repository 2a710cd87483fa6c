import { traceRoutes } from "../traces.ts";
import { describe } from "./operation-words.ts";

export const traceWords = describe(traceRoutes, {
  trace: {
    description:
      "What happened in a run, in order: model calls with tokens, time and cost, calls of services and of other agents, steps, nodes of a workflow, progress and log. Its caller reads it, and the agent's developer without the caller's words unless the caller shares the run.",
    errors: { 404: { not_found: "There is no such run of yours or of an agent of yours." } },
  },
  share: {
    description:
      "Lets the agent's developer read input, output and model contents of your run, or no longer.",
    errors: { 404: { not_found: "There is no such run of yours." } },
  },
  settings: { description: "What is kept of the runs that one starts." },
  updateSettings: { description: "Changes what is kept of the runs that one starts, from the next one on." },
});
