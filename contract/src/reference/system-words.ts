import { systemRoutes } from "../system.ts";
import { describe } from "./operation-words.ts";

export const systemWords = describe(systemRoutes, {
  health: {
    description:
      "Answers 200 when the server is ready, with the kinds of agents that can run on it. It counts to no limit: for load balancers and monitors.",
  },
  models: {
    description:
      "The models that agents on this server may call, with what they cost the agent per million tokens, and the one that `default` names.",
  },
  expected: {
    description: "When plan changes and payments are expected to begin, in the operator's words.",
  },
});
