import { catalogRoutes } from "../catalog-routes.ts";
import { LIMITS } from "../limits.ts";
import { PLANS } from "../plans.ts";
import { ERROR_WORDS } from "./failure-words.ts";
import { describe, type FailureWords } from "./operation-words.ts";

export const UPLOAD_REFUSED: FailureWords = {
  invalid_request: "A field of the form is not as declared, or there is no file, or more than one.",
  upload_refused: "A check of the file failed; `checks` has all of them. Nothing was stored.",
  price_below_cost: ERROR_WORDS.price_below_cost,
};

export const PRIVATE_OVER_PLAN: FailureWords = {
  plan_required: `Private agents come with the ${PLANS.business.name} plan.`,
};

export const UPLOAD_OVER_PLAN: FailureWords = {
  agent_limit_reached: "Your plan includes no more agents.",
  ...PRIVATE_OVER_PLAN,
};

export const NOT_CHECKED_HERE: FailureWords = {
  at_capacity: "All places for trial runs are taken; `Retry-After` says when to try again.",
  runtime_unavailable: "This server cannot run agents of this kind now; `detail` says why.",
};

export const UPLOAD_CHECKS =
  "The file is looked at without running it (size, syntax, framework, entry point, models that this server offers, declared services and agents, secrets in the source), then tried once in the sandbox. Every model is answered by `stoa-basic` in a trial, so it costs nothing.";

export const catalogWords = describe(catalogRoutes, {
  list: {
    description:
      "Public agents, and the private ones of your account, filtered, searched and sorted. `facets` says how many each choice of a filter would show with the others kept. Without a credential the same list is answered. An empty filter, or `all`, is none.",
    errors: {
      401: {
        unauthorized: "Favourites were asked for without a credential, or the credential is no longer valid.",
      },
    },
  },
  mine: {
    description: "All agents of the account, switched off ones too, the newest first.",
  },
  get: {
    description:
      "One agent with its documentation, inputs, price and figures. An agent that is switched off is shown to its owner alone, a private one to the members of its owner's account.",
    errors: { 404: { not_found: "There is no such agent, or it is not open to you." } },
  },
  upload: {
    description: `Uploads an agent: one \`.py\` or \`.json\` file of at most ${LIMITS.uploadMaxBytes / 1024 / 1024} MiB, and what is said of it. ${UPLOAD_CHECKS} It is listed when all checks pass. The Free plan includes ${PLANS.free.maxAgents} agents; versions, archived agents and refused uploads do not count.`,
    errors: {
      400: UPLOAD_REFUSED,
      403: UPLOAD_OVER_PLAN,
      409: { conflict: "You have an agent of this name already." },
      503: NOT_CHECKED_HERE,
    },
  },
  inspect: {
    description:
      "What a file is, by its syntax alone: framework, inputs, of a workflow the nodes that may answer, a proposed name and description, and the checks that need no run. Nothing is saved or run. The form has `file` and `allow_missing_models`; other fields of an upload are passed over.",
    errors: {
      400: { invalid_request: "There is no file, or more than one, or a field that the form does not have." },
      503: NOT_CHECKED_HERE,
    },
  },
  update: {
    description: `Changes an agent of yours; what is left out stays. An archived agent is in no list, cannot be run and does not count for the plan's limit. A price cut takes effect immediately. A rise takes effect ${LIMITS.priceRiseNoticeDays} days later and is shown in advance as \`next_price\`; one may be announced a UTC month. Prices are multiples of 0.000001 USD per token.`,
    errors: {
      400: { invalid_request: ERROR_WORDS.invalid_request, price_below_cost: ERROR_WORDS.price_below_cost },
      403: {
        agent_limit_reached: "The agent is archived, and your plan has no place for it.",
        ...PRIVATE_OVER_PLAN,
      },
      404: { not_found: "There is no such agent among yours." },
      409: {
        conflict:
          "Another rise of the price was announced this UTC month, or you have an agent of this name.",
      },
    },
  },
  remove: {
    description:
      "Deletes an agent of yours for ever, with its code, texts and versions. Your own runs of it and the books stay. An agent that others were charged for cannot be deleted, because their receipts name it: archive it with `PUT` and `is_archived` instead.",
    errors: {
      404: { not_found: "There is no such agent among yours." },
      409: { conflict: "Others were charged for the agent, or run it now." },
    },
  },
});
