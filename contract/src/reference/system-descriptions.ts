import { systemRoutes } from "../system.ts";
import { describe } from "./operation-descriptions.ts";

const NOT_READY = { at_capacity: "The database does not respond. `Retry-After` says when to try again." };

export const systemDescriptions = describe(systemRoutes, {
  health: {
    description:
      "Returns 200 if the server can reach its database, with the kinds of agents that it can run. It does not count toward a rate limit: use it for load balancers and monitoring.",
    errors: { 503: NOT_READY },
  },
  live: {
    description:
      "Returns 200 while the process handles requests, regardless of the state of the database. Use it to decide whether to restart the process. It does not count toward a rate limit.",
  },
  ready: {
    description:
      "Returns 200 if the database answered a query within two seconds. Use it to decide whether to send requests to this server. It does not count toward a rate limit.",
    errors: { 503: NOT_READY },
  },
  models: {
    description:
      "Lists the models that agents on this server can call, their cost per million tokens, and the model that `default` stands for.",
  },
  expected: {
    description: "Returns when the operator expects plan changes and payments to start, as text for users.",
  },
});
