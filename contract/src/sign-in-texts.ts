import { LIMITS } from "./limits.ts";

/** The providers that users can sign in with instead of a password. */
export const SIGN_IN_PROVIDERS = ["google", "github"] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  google: "Google",
  github: "GitHub",
};

const howLong = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`);

/** Texts of screens and errors about signing in and account access. */
export const SIGN_IN_TEXTS = {
  linkSentTo: (email: string) =>
    `We send a link to ${email}; it is valid for ${howLong(LIMITS.resetLinkMinutes)}.`,
  linkSent: `If an account exists for this address, we sent it a link to set a new password. It is valid for ${howLong(LIMITS.resetLinkMinutes)}.`,
  /** Shown if the server does not send email. */
  linkLogged: `Ask the administrator of this server for your link. If an account exists for this address, the link is in the server's log. It is valid for ${howLong(LIMITS.resetLinkMinutes)}.`,
  linkInvalid: "This link was already used or has expired. Please request a new link.",
  passwordTooShort: (length: number) => `Password must be at least ${length} characters long`,
  wrongPassword: "This is not your password",
  passwordRequired: "Your password is required",
  signInAgain: `Your account has no password. Sign out, sign in again and repeat this within ${LIMITS.freshSignInMinutes} minutes, or set a password first.`,
  confirmedAlready: "Your email address is already confirmed.",
  confirmationSent: (email: string) => `We sent another link to ${email}.`,
  tooManyMails: "Too many emails were requested.",
  notEnabled: (providers: readonly SignInProvider[]) =>
    `This server has not enabled sign-in with ${providers.map((name) => PROVIDER_NAMES[name]).join(" or ")}. Use your email and password.`,
  failed: (provider: SignInProvider) => `Sign-in with ${PROVIDER_NAMES[provider]} failed. Please try again.`,
  linkFailed: "Your sign-in expired before you entered the password. Please start again.",
  refused: (provider: SignInProvider) =>
    `You did not allow ${PROVIDER_NAMES[provider]} to share your identity with Stoa. Nothing was changed.`,
  unverified: (provider: SignInProvider) =>
    `${PROVIDER_NAMES[provider]} has not verified your email address. Verify it there, then sign in again.`,
  unavailable: (provider: SignInProvider) =>
    `${PROVIDER_NAMES[provider]} is not available right now. Please try again in a moment.`,
  onlyWayIn: (provider: SignInProvider) =>
    `${PROVIDER_NAMES[provider]} is your only way to sign in. Set a password first.`,
  inactive: "This account is not active. Contact the operator of this server.",
} as const;

/** A plain-text email, which every mail program can show. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The emails that Stoa sends. */
export const MAIL_TEXTS = {
  resetPassword: (username: string, link: string): MailText => ({
    subject: "Set a new password for Stoa",
    text: lines(
      `Hello ${username},`,
      `We received a request to reset the password of your Stoa account. To set a new password, open this link within ${howLong(LIMITS.resetLinkMinutes)}:`,
      link,
      "If you did not request this, ignore this email. Your password stays the same.",
    ),
  }),
  passwordChanged: (username: string): MailText => ({
    subject: "Your Stoa password was changed",
    text: lines(
      `Hello ${username},`,
      "Your password was reset with a link that was sent to this address. You were signed out everywhere; API keys still work. Revoke any key that you do not recognize in Settings.",
      "If this was not you, reset your password with 'Forgot password?' and secure your mailbox.",
    ),
  }),
  passwordChangedInSettings: (username: string): MailText => ({
    subject: "Your Stoa password was changed",
    text: lines(
      `Hello ${username},`,
      "Your password was changed in Settings. All other sessions were signed out; API keys still work.",
      "If this was not you, reset your password with 'Forgot password?' and check your API keys in Settings.",
    ),
  }),
  confirmSignUp: (username: string, link: string): MailText => ({
    subject: "Confirm your email address for Stoa",
    text: lines(
      `Hello ${username},`,
      `To confirm this address and get your starting credits, open this link within ${howLong(LIMITS.emailLinkMinutes)}:`,
      link,
      "If you did not sign up for Stoa, ignore this email.",
    ),
  }),
  confirmEmail: (username: string, link: string): MailText => ({
    subject: "Confirm your new email address for Stoa",
    text: lines(
      `Hello ${username},`,
      `To use this address for your Stoa account, open this link within ${howLong(LIMITS.emailLinkMinutes)}:`,
      link,
      "If you did not request this, ignore this email. The address will not be used.",
    ),
  }),
  emailChangeAsked: (username: string, email: string): MailText => ({
    subject: "Request to change the email address of your Stoa account",
    text: lines(
      `Hello ${username},`,
      `We received a request to change the email address of your account to ${email}. This address stays in use until the link that we sent to the new address is opened.`,
      "If this was not you, reset your password with 'Forgot password?'. That signs out all sessions and cancels the change.",
    ),
  }),
  emailChanged: (username: string, email: string): MailText => ({
    subject: "The email address of your Stoa account was changed",
    text: lines(
      `Hello ${username},`,
      `Your account now uses the email address ${email}. It no longer uses the address to which we sent this email.`,
      "If this was not you, contact the operator of this server.",
    ),
  }),
  providerLinked: (username: string, provider: SignInProvider): MailText => ({
    subject: `${PROVIDER_NAMES[provider]} can sign you in to Stoa`,
    text: lines(
      `Hello ${username},`,
      `Your account was linked to ${PROVIDER_NAMES[provider]} after its password was entered. You can now sign in with either.`,
      "If this was not you, reset your password with 'Forgot password?' and contact the operator of this server.",
    ),
  }),
} as const;

function lines(...paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n`;
}
