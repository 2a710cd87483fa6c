import { systemRoutes } from "../system.ts";
import { describe } from "./operation-words.ts";

const NOT_READY = { at_capacity: "The database does not answer. `Retry-After` says when to ask again." };

export const systemWords = describe(systemRoutes, {
  health: {
    description:
      "Answers 200 when the server can reach its database, with the kinds of agents that can run on it. It counts toward no limit: for load balancers and monitors.",
    errors: { 503: NOT_READY },
  },
  live: {
    description:
      "Answers 200 as long as the process answers requests, whatever the database does. Use it to decide whether to restart the process. It counts toward no limit.",
  },
  ready: {
    description:
      "Answers 200 when the database answered a query within two seconds. Use it to decide whether to send requests to this server. It counts toward no limit.",
    errors: { 503: NOT_READY },
  },
  models: {
    description:
      "The models that agents on this server may call, with what they cost the agent per million tokens, and the one that `default` names.",
  },
  expected: {
    description: "When plan changes and payments are expected to begin, in the operator's words.",
  },
});
