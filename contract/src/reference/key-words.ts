import { keyRoutes } from "../keys.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-words.ts";

const NO_KEY = { not_found: "There is no such key of yours, or it was revoked." };
const NAME_TAKEN = "You have a key of this name.";
const MAIN_KEY = "It is the main key, which is refreshed instead.";

export const keyWords = describe(keyRoutes, {
  list: {
    description:
      "The API keys of the account, the main one first, each with its limits, what it spent this UTC day and month, and when it was last used (to the minute).",
  },
  create: {
    description: `Makes another API key, with the scopes that it needs. \`api_key\` is the key in the clear, shown this once. An account has at most ${LIMITS.namedKeys} keys besides the main one and makes at most ${LIMITS.namedKeysPerDay} a day.`,
    errors: {
      400: { invalid_request: "A field is not as declared, or `expires_at` has passed." },
      403: { key_limit_reached: "The account has as many keys as it may have, or made too many today." },
      409: { conflict: NAME_TAKEN },
    },
  },
  update: {
    description:
      "Renames a key, or changes its scopes, its limits or its end; what is left out stays. Active runs keep what they hold.",
    errors: {
      400: { invalid_request: "A field is not as declared, or `expires_at` has passed." },
      404: NO_KEY,
      409: { conflict: `${NAME_TAKEN} Or: ${MAIN_KEY}` },
    },
  },
  revoke: {
    description: "Revokes a key, by every node within 5 seconds. What it started runs to its end.",
    errors: { 404: NO_KEY, 409: { conflict: MAIN_KEY } },
  },
  spendingLimits: {
    description:
      "What the account may spend a run and a UTC day, over all its keys and sessions, and what today's runs cost and hold. Null is no limit.",
  },
  updateSpendingLimits: {
    description:
      "Changes what the account may spend; what is left out stays, null is no limit, 0 lets nothing be spent. Active runs keep what they hold.",
  },
});
