import { keyRoutes } from "../keys.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-descriptions.ts";

const NO_KEY = { not_found: "You have no such key, or it was revoked." };
const NAME_TAKEN = "You already have a key with this name.";
const MAIN_KEY = "This is the main key, which can only be refreshed.";

export const keyDescriptions = describe(keyRoutes, {
  list: {
    description:
      "Lists the API keys of the account, the main key first, each with its limits, its spending on this UTC day and in this UTC month, and its last use (accurate to the minute).",
  },
  create: {
    description: `Creates an API key with the scopes that you choose. \`api_key\` is the key in plain text, shown only once. An account can have ${LIMITS.namedKeys} keys besides the main one and can create ${LIMITS.namedKeysPerDay} per day.`,
    errors: {
      400: { invalid_request: "A field is invalid, or `expires_at` is in the past." },
      403: { key_limit_reached: "The account has the maximum number of keys, or created too many today." },
      409: { conflict: NAME_TAKEN },
    },
  },
  update: {
    description:
      "Renames a key, or changes its scopes, limits or expiry. Omitted fields keep their values. Active runs keep their hold.",
    errors: {
      400: { invalid_request: "A field is invalid, or `expires_at` is in the past." },
      404: NO_KEY,
      409: { conflict: `${NAME_TAKEN} Or: ${MAIN_KEY}` },
    },
  },
  revoke: {
    description: "Revokes a key, which stops working within 5 seconds. Active runs that it started continue.",
    errors: { 404: NO_KEY, 409: { conflict: MAIN_KEY } },
  },
  spendingLimits: {
    description:
      "Returns the spending limits of the account per run and per UTC day, over all its keys and sessions, and what today's runs cost and hold. Null means no limit.",
  },
  updateSpendingLimits: {
    description:
      "Changes the spending limits of the account. Omitted fields keep their values, null means no limit, and 0 allows no spending. Active runs keep their hold.",
  },
});
