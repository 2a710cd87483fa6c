import { traceRoutes } from "../traces.ts";
import { describe } from "./operation-descriptions.ts";

export const traceDescriptions = describe(traceRoutes, {
  trace: {
    description:
      "Returns what happened in a run, in order: model calls with tokens, time and cost, calls to services and to other agents, steps, workflow nodes, progress and log. The caller sees everything. The agent's developer does not see the caller's contents unless the caller shares the run.",
    errors: { 404: { not_found: "Neither you nor one of your agents has such a run." } },
  },
  share: {
    description:
      "Allows the agent's developer to read the input, output and model contents of your run, or ends that permission.",
    errors: { 404: { not_found: "You have no such run." } },
  },
  settings: { description: "Returns what is stored about the runs that you start." },
  updateSettings: { description: "Changes what is stored about the runs that you start from now on." },
});
