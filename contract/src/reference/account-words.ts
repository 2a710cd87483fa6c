import { accountRoutes } from "../accounts.ts";
import { LIMITS } from "../limits.ts";
import { PLANS } from "../plans.ts";
import { ACCOUNT_FAILURES } from "./failure-words.ts";
import { describe } from "./operation-words.ts";

const TOO_OFTEN =
  "Too many failed tries for this account or from this address; `Retry-After` says when to try again.";
const STARTING_CREDITS = Number(PLANS.free.credits.amountNano / 1_000_000_000n);

export const accountWords = describe(accountRoutes, {
  register: {
    description: `Creates an account and signs it in. Anyone may. A new account has an API key and ${STARTING_CREDITS} USD of credits, once per mailbox for ever. A server that sends mail gives them when the link that it mails is opened (\`email_confirmed\`). One address opens a limited number of accounts a day, which the operator sets.`,
    errors: {
      409: {
        email_taken: "Another account has this email address.",
        username_taken: "Another account has this username; letters count alike in both cases.",
      },
      429: { rate_limited: "Too many accounts or requests from this address today." },
    },
  },
  login: {
    description:
      "Signs in by email address and password. The answer's `access_token` opens what asks for a session, for 30 days. An unknown address and a wrong password are answered alike.",
    errors: {
      401: { unauthorized: "Address or password is wrong." },
      403: ACCOUNT_FAILURES,
      429: { rate_limited: TOO_OFTEN },
    },
  },
  me: {
    description: "Who is signed in, with the main API key in the clear.",
  },
  updateMe: {
    description:
      "Changes the email address of the account. It asks for the password or, if the account has none, for a session that is at most 10 minutes old. The change takes effect at once where the server sends no mail, else when the link that is mailed to the new address is opened; until then it is the `pending_email`. Your present address takes the wish back.",
    errors: {
      403: { forbidden: "This is not the password of the account, or it has none and the session is older." },
      409: { email_taken: "Another account has this email address." },
      429: {
        rate_limited: `Too many mails were asked for this address, or from this network. Or: ${TOO_OFTEN}`,
      },
    },
  },
  changePassword: {
    description: `Sets a new password. It takes the old one; an account without a password takes a session that is at most ${LIMITS.freshSignInMinutes} minutes old instead. This session goes on, all others end, and links that were mailed for a new password or address no longer work. API keys still work.`,
    errors: {
      400: { invalid_request: "The new password is too short here, or the present one is missing." },
      403: { forbidden: "This is not the password of the account, or it has none and the session is older." },
      429: { rate_limited: TOO_OFTEN },
    },
  },
  refreshApiKey: {
    description:
      "Makes a new main API key. The old one is refused from now on, by every node within 5 seconds; other keys stay as they are.",
  },
  signOutEverywhere: {
    description:
      "Ends every session of the account, the one that asks included, by every node within 5 seconds. API keys go on.",
  },
  export: {
    description:
      "One JSON document with everything that is kept of the account: profile, keys without their secrets, connectors without their credentials, agents with their source, runs with their contents, credits and movements. Amounts in it are exact decimal texts in USD. It is sent as it is read and counts as an upload in the rate limits.",
    answers: ["Content-Disposition"],
  },
  deleteMe: {
    description: `Deletes the account for good. Person, keys, connectors, contents and reviews go, agents are withdrawn, money records stay without a name. It asks for the password (at most ${LIMITS.passwordMaxLength} characters) or, where the account has none, for a session that began within ${LIMITS.freshSignInMinutes} minutes, and for \`give_up_balance\` where something that was earned or paid for is left.`,
    errors: {
      403: { forbidden: "This is not the password of the account, or it has none and the session is older." },
      409: {
        account_in_use: "Runs of yours, or of your agents, are active.",
        balance_left: "There is a balance that was earned or paid for, and `give_up_balance` is not true.",
      },
      429: { rate_limited: TOO_OFTEN },
    },
  },
});
