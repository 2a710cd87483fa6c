import { DEVICE_LOGIN, deviceLoginRoutes } from "../device-logins.ts";
import { describe } from "./operation-descriptions.ts";

const NO_LOGIN = { not_found: "No program waits with this code, or it was decided before." };
const TOO_MANY_CODES = { rate_limited: "Too many codes were tried." };

export const deviceLoginDescriptions = describe(deviceLoginRoutes, {
  start: {
    description: `Starts the login of a program that has no browser, such as a command line. Show the person \`verification_uri\` and \`user_code\`, then request the key until the person has decided. The login expires after ${DEVICE_LOGIN.minutes} minutes.`,
    errors: { 429: { rate_limited: "Too many logins were started from this network." } },
  },
  collect: {
    description:
      "Returns the API key once the person has approved the login. Until then the error is `authorization_pending`. The key is shown only once; its owner finds it in their list of API keys under `key_name`.",
    errors: {
      400: {
        authorization_pending: "The person has not decided yet. Ask again after `interval` seconds.",
        slow_down: "The program asked sooner than `interval` seconds after the last time.",
        access_denied: "The person has refused.",
        expired_token: "The login has expired, was completed before, or is unknown.",
      },
      403: { key_limit_reached: "The account has the maximum number of keys, or created too many today." },
    },
  },
  get: {
    description:
      "Returns the login that waits with this code, so that the person can check what they approve.",
    errors: { 404: NO_LOGIN, 429: TOO_MANY_CODES },
  },
  approve: {
    description:
      "Approves the login. The program gets an API key with these scopes and this limit, which can be changed and revoked like any other key. If a key with the program's name exists, a number is added to the name.",
    errors: {
      403: { key_limit_reached: "The account has the maximum number of keys, or created too many today." },
      404: NO_LOGIN,
      429: TOO_MANY_CODES,
    },
  },
  refuse: {
    description: "Refuses the login, so that the program stops waiting.",
    errors: { 404: NO_LOGIN, 429: TOO_MANY_CODES },
  },
});
