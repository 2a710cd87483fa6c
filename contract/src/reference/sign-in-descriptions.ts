import { LIMITS } from "../limits.ts";
import { signInRoutes } from "../sign-in.ts";
import { ACCOUNT_FAILURES } from "./failure-descriptions.ts";
import { describe } from "./operation-descriptions.ts";

const NOT_ENABLED = { not_found: "The operator has not enabled this provider." };
const DOWN = {
  provider_unavailable: "The provider does not respond. `Retry-After` says when to try again.",
};

export const signInDescriptions = describe(signInRoutes, {
  methods: {
    description:
      "Returns whether Google and GitHub are enabled, whether the server sends email, and how long a password must be.",
  },
  forgotPassword: {
    description: `Emails a link for setting a new password. The link works once, within ${LIMITS.resetLinkMinutes} minutes. No authentication is needed; the response and its timing are the same whether or not the account exists. A server without email writes the link to its log for the operator to pass on.`,
    errors: {
      429: { rate_limited: "Too many emails were requested for this email address or from this network." },
    },
  },
  resetPassword: {
    description:
      "Sets a new password with the token of an emailed link. All sessions end, other links no longer work, locks after failed sign-ins are removed, and linked Google or GitHub accounts with a different address are unlinked. API keys still work.",
    errors: {
      400: {
        link_invalid: "The link was already used or has expired.",
        invalid_request: "The password is too short.",
      },
    },
  },
  confirmEmail: {
    description: `Confirms an email address with the token from the emailed link. The link works once and expires after ${LIMITS.emailLinkMinutes / 60} hours. After a sign-up, it also adds the starting credits, once per mailbox; \`starting_credits\` is 0 if this mailbox already received them. After a change of the email address, the new address replaces the old address.`,
    errors: {
      400: { link_invalid: "The link was already used or has expired." },
      409: { email_taken: "Another account has taken this email address in the meantime." },
    },
  },
  resendConfirmation: {
    description:
      "Emails another link to confirm the email address that you signed up with. Earlier links stay valid until they expire.",
    errors: {
      409: { conflict: "The email address is already confirmed." },
      429: { rate_limited: "Too many emails were requested for this email address or from this network." },
    },
  },
  start: {
    description:
      "Starts a sign-in with Google or GitHub. Send the browser to `authorization_url`. The response sets a cookie that is needed to finish the sign-in; it is valid for ten minutes.",
    errors: { 404: NOT_ENABLED, 503: DOWN },
  },
  finish: {
    description:
      "Finishes the sign-in with the parameters of the provider's redirect to `/sign-in/{provider}`. An existing user is signed in, and a new user gets an account. If an account with the verified email address already exists, no session starts: `link_needed` asks for the account's password (`POST /api/v1/users/sign-in/link`).",
    errors: {
      400: {
        sign_in_failed:
          "State, nonce, code or issuer does not match, the cookie is missing, or the sign-in has expired.",
      },
      403: {
        email_unverified: "The provider has not verified the email address.",
        forbidden: "The user denied access at the provider, or the account is not active.",
        ...ACCOUNT_FAILURES,
      },
      404: NOT_ENABLED,
      429: { rate_limited: "Too many requests, or too many accounts from this IP address today." },
      503: DOWN,
    },
  },
  link: {
    description:
      "Links the Google or GitHub account of a pending sign-in to the Stoa account with the same email address, and signs in. This needs the password of the Stoa account. The browser's cookie identifies the sign-in.",
    errors: {
      400: { sign_in_failed: "This browser has no pending sign-in." },
      401: { unauthorized: "The password of the account is wrong." },
      403: ACCOUNT_FAILURES,
      429: { rate_limited: "Too many failed attempts for this account or from this IP address." },
    },
  },
  linked: {
    description:
      "Lists the Google and GitHub accounts that you can sign in with, each with its email address and last use.",
  },
  unlink: {
    description:
      "Unlinks your Google or GitHub account: it no longer signs you in. Sessions that it started continue.",
    errors: {
      404: { not_found: "No account of this provider is linked." },
      409: { conflict: "The account has no password, so you could no longer sign in." },
    },
  },
});
