import { publishableKeyRoutes } from "../publishable-keys.ts";
import { WIDGET_LIMITS } from "../widget-limits.ts";
import { describe } from "./operation-descriptions.ts";

const NO_KEY = { not_found: "You have no such publishable key, or it was deleted." };
const NAME_TAKEN = "You already have a key with this name.";

export const publishableKeyDescriptions = describe(publishableKeyRoutes, {
  list: {
    description:
      "Lists the publishable keys of the account, each with its limits and its spending on this UTC day. Web pages embed an agent with such a key, which is not a secret: it opens no operation of this API.",
  },
  create: {
    description: `Creates a key with which pages of the given origins embed an agent that you can run. You pay for the messages of their visitors, up to the daily budget of the key. An account can have ${WIDGET_LIMITS.keys} publishable keys and can create ${WIDGET_LIMITS.keysPerDay} per day.`,
    errors: {
      400: {
        invalid_request:
          "A field is invalid, or the agent cannot be embedded: it uses connectors, it is another developer's and reaches hosts, or it needs more than one message.",
      },
      403: {
        key_limit_reached:
          "The account has the maximum number of publishable keys, or created too many today.",
        agent_suspended: "An operator has suspended the agent.",
      },
      404: { not_found: "There is no such agent, or you cannot run it." },
      409: { conflict: NAME_TAKEN },
    },
  },
  update: {
    description:
      "Renames a publishable key, or changes its origins or limits. Omitted fields keep their values. A change takes effect within 5 seconds.",
    errors: { 404: NO_KEY, 409: { conflict: NAME_TAKEN } },
  },
  remove: {
    description:
      "Deletes a publishable key. Pages that use it stop showing the agent within 5 seconds. Conversations of visitors stay in your usage logs.",
    errors: { 404: NO_KEY },
  },
});
