import { catalogRoutes } from "../catalog-routes.ts";
import { LIMITS } from "../limits.ts";
import { PLANS } from "../plans.ts";
import { ERROR_DESCRIPTIONS } from "./failure-descriptions.ts";
import { describe, type FailureDescriptions } from "./operation-descriptions.ts";

export const UPLOAD_REFUSED: FailureDescriptions = {
  invalid_request: "A form field is invalid, or there is no file or more than one.",
  upload_refused: "A check of the file failed; `checks` lists all checks. Nothing was stored.",
  price_below_cost: ERROR_DESCRIPTIONS.price_below_cost,
};

export const PRIVATE_OVER_PLAN: FailureDescriptions = {
  plan_required: `Private agents need the ${PLANS.business.name} plan.`,
};

export const UPLOAD_OVER_PLAN: FailureDescriptions = {
  agent_limit_reached: "Your plan does not include another agent.",
  ...PRIVATE_OVER_PLAN,
};

export const NOT_CHECKED_HERE: FailureDescriptions = {
  at_capacity: "The server is at its limit of trial runs. `Retry-After` says when to try again.",
  runtime_unavailable: "This server cannot run this kind of agent now; `detail` says why.",
};

export const UPLOAD_CHECKS =
  "The file is first checked without running it: size, syntax, framework, entry point, models that this server offers, declared services and agents, and secrets in the source. Then it runs once in the sandbox as a trial. In a trial, `stoa-basic` answers for every model, so that it costs nothing.";

export const catalogDescriptions = describe(catalogRoutes, {
  list: {
    description:
      "Lists public agents and the private agents of your account. You can filter, search and sort them. For each value of a filter, `facets` has the number of agents if the other filters stay the same. The list is the same without a credential, except for private agents. An empty filter, or `all`, has no effect.",
    errors: {
      401: {
        unauthorized: "Favorites were requested without a credential, or the credential is no longer valid.",
      },
    },
  },
  mine: {
    description: "Lists all agents of your account, including inactive agents, newest first.",
  },
  get: {
    description:
      "Returns an agent with its documentation, inputs, price and statistics. An inactive agent is visible only to its owner, a private one only to members of its owner's account.",
    errors: { 404: { not_found: "The agent does not exist, or you have no access to it." } },
  },
  upload: {
    description: `Uploads an agent: one \`.py\` or \`.json\` file of at most ${LIMITS.uploadMaxBytes / 1024 / 1024} MiB, or a \`.zip\` archive of at most ${LIMITS.archiveMaxBytes / 1024 / 1024} MiB with several files, and its description. ${UPLOAD_CHECKS} The agent is listed if all checks pass. The Free plan includes ${PLANS.free.maxAgents} agents; versions, archived agents and failed uploads do not count.`,
    errors: {
      400: UPLOAD_REFUSED,
      403: UPLOAD_OVER_PLAN,
      409: { conflict: "You already have an agent with this name." },
      503: NOT_CHECKED_HERE,
    },
  },
  inspect: {
    description:
      "Inspects a file without running or saving it. Returns its framework, its inputs, a suggested name and description, the checks that need no run, and for a workflow the nodes that can be its output. The form has `file` and `allow_missing_models`; other upload fields are ignored.",
    errors: {
      400: { invalid_request: "The form has no file, more than one file, or an unknown field." },
      503: NOT_CHECKED_HERE,
    },
  },
  update: {
    description: `Updates one of your agents. Omitted fields keep their values. An archived agent is not listed, cannot run and does not count toward your plan's limit. A lower price takes effect immediately. A higher price takes effect ${LIMITS.priceRiseNoticeDays} days later and is shown in advance as \`next_price\`; you can announce one increase per UTC month. Prices are multiples of 0.000001 USD per token.`,
    errors: {
      400: {
        invalid_request: ERROR_DESCRIPTIONS.invalid_request,
        price_below_cost: ERROR_DESCRIPTIONS.price_below_cost,
      },
      403: {
        agent_limit_reached: "The agent is archived, and your plan does not include another agent.",
        ...PRIVATE_OVER_PLAN,
      },
      404: { not_found: "You have no such agent." },
      409: {
        conflict:
          "You already announced a higher price this UTC month, or you already have an agent with this name.",
      },
    },
  },
  remove: {
    description:
      "Deletes one of your agents permanently, with its code, listing and versions. Your own runs of it and the ledger entries remain. You cannot delete an agent that other accounts paid for, because their receipts name it: archive it with `PUT` and `is_archived` instead.",
    errors: {
      404: { not_found: "You have no such agent." },
      409: { conflict: "Other accounts paid for the agent, or are running it now." },
    },
  },
});
