import { LIMITS } from "../limits.ts";
import { signInRoutes } from "../sign-in.ts";
import { ACCOUNT_FAILURES } from "./failure-words.ts";
import { describe } from "./operation-words.ts";

const NOT_ENABLED = { not_found: "The operator has not enabled this provider." };
const DOWN = {
  provider_unavailable: "The provider does not answer; `Retry-After` says when to try again.",
};

export const signInWords = describe(signInRoutes, {
  methods: {
    description:
      "Says whether Google and GitHub are enabled here, whether the server sends mail, and how long a password must be.",
  },
  forgotPassword: {
    description: `Sends a link to set a new password to the account's address, good once and for ${LIMITS.resetLinkMinutes} minutes. Anyone may ask; the answer and its time are the same whether or not there is such an account. A server without mail writes the link to its log, for its operator to pass on.`,
    errors: { 429: { rate_limited: "Too many mails were asked for this address, or from this network." } },
  },
  resetPassword: {
    description:
      "Sets a new password by the token of a mailed link. All sessions end, other links no longer work, locks after failed sign-ins are lifted, and what Google or GitHub know by another address than the account's is unlinked. API keys go on.",
    errors: {
      400: {
        link_invalid: "The link was used or its time is over.",
        invalid_request: "The password is too short here.",
      },
    },
  },
  confirmEmail: {
    description: `Confirms an address by the token of the link that was mailed to it, good once and for ${LIMITS.emailLinkMinutes / 60} hours. The link of a sign-up brings the starting credits, once per mailbox for ever: \`starting_credits\` is 0 if the mailbox brought some before. The link of a change makes the new address the account's own.`,
    errors: {
      400: { link_invalid: "The link was used or its time is over." },
      409: { email_taken: "Meanwhile another account has this address." },
    },
  },
  resendConfirmation: {
    description:
      "Mails another link to confirm the address that you signed up with. Earlier links stay good until they end.",
    errors: {
      409: { conflict: "The address is confirmed already." },
      429: { rate_limited: "Too many mails were asked for this address, or from this network." },
    },
  },
  start: {
    description:
      "Begins a sign-in with Google or GitHub: send the browser to `authorization_url`. The answer sets a cookie, without which the sign-in cannot be finished; it is valid for ten minutes.",
    errors: { 404: NOT_ENABLED, 503: DOWN },
  },
  finish: {
    description:
      "Finishes it with what the provider's redirect brought to `/sign-in/{provider}`. A known person is signed in, a new one gets an account. Where the verified address has an account already nothing is opened: `link_needed` asks for its password (`POST /api/v1/users/sign-in/link`).",
    errors: {
      400: {
        sign_in_failed:
          "State, nonce, code or issuer do not fit, the cookie is missing, or the time is over.",
      },
      403: {
        email_unverified: "The provider has not verified the address.",
        forbidden: "Consent was denied at the provider, or the account is not active.",
        ...ACCOUNT_FAILURES,
      },
      404: NOT_ENABLED,
      429: { rate_limited: "Too many requests, or too many accounts from this address today." },
      503: DOWN,
    },
  },
  link: {
    description:
      "Links the Google or GitHub account that was just signed in with, by the password of the account that has its address, and signs in. The browser's cookie says which.",
    errors: {
      400: { sign_in_failed: "There is no sign-in that waits for a password in this browser." },
      401: { unauthorized: "This is not the password of the account." },
      403: ACCOUNT_FAILURES,
      429: { rate_limited: "Too many failed tries for this account or from this address." },
    },
  },
  linked: {
    description:
      "The accounts of Google and GitHub that sign one in, with the address that the provider knew and when each was last used.",
  },
  unlink: {
    description:
      "Unlinks your account of Google or GitHub: it no longer signs you in. Sessions that it has opened go on.",
    errors: {
      404: { not_found: "No account of this provider is linked." },
      409: { conflict: "The account has no password, so that nobody could sign in any more." },
    },
  },
});
