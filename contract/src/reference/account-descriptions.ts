import { accountRoutes } from "../accounts.ts";
import { LIMITS } from "../limits.ts";
import { PLANS } from "../plans.ts";
import { ACCOUNT_FAILURES } from "./failure-descriptions.ts";
import { describe } from "./operation-descriptions.ts";

const TOO_OFTEN =
  "Too many failed attempts for this account or from this IP address. `Retry-After` says when to try again.";
const STARTING_CREDITS = Number(PLANS.free.credits.amountNano / 1_000_000_000n);

export const accountDescriptions = describe(accountRoutes, {
  register: {
    description: `Creates an account and signs it in. No authentication is needed. A new account has an API key and ${STARTING_CREDITS} USD of credits, once per mailbox. If the server sends email, the credits arrive when the link in the confirmation email is opened (\`email_confirmed\`). The operator limits how many accounts can be created per day from one IP address.`,
    errors: {
      409: {
        email_taken: "Another account has this email address.",
        username_taken: "Another account has this username. Usernames are not case-sensitive.",
      },
      429: { rate_limited: "Too many accounts or requests from this IP address today." },
    },
  },
  login: {
    description:
      "Signs in with an email address and a password. The `access_token` of the response is valid for 30 days and for every operation that needs a session. An unknown email address and a wrong password get the same response.",
    errors: {
      401: { unauthorized: "The email address or password is wrong." },
      403: ACCOUNT_FAILURES,
      429: { rate_limited: TOO_OFTEN },
    },
  },
  me: {
    description: "Returns the signed-in user, with the main API key in plain text.",
  },
  updateMe: {
    description:
      "Changes the email address of the account. Needs the password or, if the account has none, a session that is at most 10 minutes old. If the server sends no email, the change takes effect immediately. Otherwise it takes effect when the link in the email to the new address is opened; until then the new address is the `pending_email`. Send your current address to cancel the change.",
    errors: {
      403: { forbidden: "The password is wrong, or the account has none and the session is too old." },
      409: { email_taken: "Another account has this email address." },
      429: {
        rate_limited: `Too many emails were requested for this email address or from this network, or: ${TOO_OFTEN}`,
      },
    },
  },
  changePassword: {
    description: `Sets a new password. Needs the current password or, if the account has none, a session that is at most ${LIMITS.freshSignInMinutes} minutes old. The current session continues, all other sessions end, and emailed links for a new password or email address no longer work. API keys still work.`,
    errors: {
      400: { invalid_request: "The new password is too short, or the current password is missing." },
      403: { forbidden: "The password is wrong, or the account has none and the session is too old." },
      429: { rate_limited: TOO_OFTEN },
    },
  },
  refreshApiKey: {
    description:
      "Replaces the main API key. The previous key stops working within 5 seconds. Other keys do not change.",
  },
  signOutEverywhere: {
    description:
      "Ends every session of the account within 5 seconds, including the current session. API keys still work.",
  },
  export: {
    description:
      "Returns one JSON document with everything that is stored about the account: profile, keys without their secrets, connectors without their credentials, agents with their source, runs with their contents, credits and wallet entries. Amounts are exact decimal strings in USD. The document is streamed and counts as an upload in the rate limits.",
    answers: ["Content-Disposition"],
  },
  deleteMe: {
    description: `Deletes the account permanently. The user, keys, connectors, contents and reviews are deleted, agents are withdrawn, and money records remain without a name. Needs the password (at most ${LIMITS.passwordMaxLength} characters) or, if the account has none, a session that began within the last ${LIMITS.freshSignInMinutes} minutes. If an earned or paid balance remains, \`give_up_balance\` must be true.`,
    errors: {
      403: { forbidden: "The password is wrong, or the account has none and the session is too old." },
      409: {
        account_in_use: "Your runs, or runs of your agents, are active.",
        balance_left: "An earned or paid balance remains, and `give_up_balance` is not true.",
      },
      429: { rate_limited: TOO_OFTEN },
    },
  },
});
