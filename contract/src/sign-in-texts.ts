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
  linkSent: `If an account has this address, a link to set a new password is on its way to it. It is valid for ${howLong(LIMITS.resetLinkMinutes)}.`,
  /** For a server without mail. */
  linkLogged: `Ask the administrator of this server for your link: if an account has this address, it is in the server's log now. It is valid for ${howLong(LIMITS.resetLinkMinutes)}.`,
  linkInvalid: "This link no longer works: it was used, or it has expired. Please ask for a new one.",
  passwordTooShort: (length: number) => `Password must be at least ${length} characters long`,
  wrongPassword: "This is not your password",
  passwordRequired: "Your password is required",
  signInAgain: `Your account has no password. Sign out, sign in again and repeat this within ${LIMITS.freshSignInMinutes} minutes, or set a password first.`,
  confirmedAlready: "Your email address is confirmed already.",
  confirmationSent: (email: string) => `We sent another link to ${email}.`,
  tooManyMails: "Too many emails were requested.",
  notEnabled: (providers: readonly SignInProvider[]) =>
    `This server has not enabled sign-in with ${providers.map((name) => PROVIDER_NAMES[name]).join(" or ")}. Use your email and password.`,
  failed: (provider: SignInProvider) =>
    `Signing in with ${PROVIDER_NAMES[provider]} did not succeed. Please start again.`,
  linkFailed: "The time to give your password is over. Please start again.",
  refused: (provider: SignInProvider) =>
    `You did not allow ${PROVIDER_NAMES[provider]} to tell Stoa who you are. Nothing has happened.`,
  unverified: (provider: SignInProvider) =>
    `${PROVIDER_NAMES[provider]} has not verified your email address. Verify it there, then sign in again.`,
  unavailable: (provider: SignInProvider) =>
    `${PROVIDER_NAMES[provider]} cannot be reached right now. Please try again in a moment.`,
  onlyWayIn: (provider: SignInProvider) =>
    `${PROVIDER_NAMES[provider]} is your only way to sign in. Set a password first.`,
  inactive: "This account is not active. Ask the people who run this server.",
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
      `somebody asked for a new password for your Stoa account. To set one, open this link within ${howLong(LIMITS.resetLinkMinutes)}:`,
      link,
      "If it was not you, do nothing: your password stays as it is.",
    ),
  }),
  passwordChanged: (username: string): MailText => ({
    subject: "Your Stoa password was changed",
    text: lines(
      `Hello ${username},`,
      "your password was set anew by a link that was sent to this address. All sessions were ended; API keys go on. If there are keys that you do not know, end them in Settings.",
      "If it was not you, set another password by 'Forgot password?' and look after your mailbox.",
    ),
  }),
  passwordChangedInSettings: (username: string): MailText => ({
    subject: "Your Stoa password was changed",
    text: lines(
      `Hello ${username},`,
      "your password was changed in Settings, with the previous one. All other sessions were ended; API keys still work.",
      "If it was not you, set another password by 'Forgot password?' and check your API keys in Settings.",
    ),
  }),
  confirmSignUp: (username: string, link: string): MailText => ({
    subject: "Confirm your email address for Stoa",
    text: lines(
      `Hello ${username},`,
      `to confirm this address and get your starting credits, open this link within ${howLong(LIMITS.emailLinkMinutes)}:`,
      link,
      "If you did not sign up for Stoa, ignore this mail.",
    ),
  }),
  confirmEmail: (username: string, link: string): MailText => ({
    subject: "Confirm your new address for Stoa",
    text: lines(
      `Hello ${username},`,
      `to use this address for your Stoa account, open this link within ${howLong(LIMITS.emailLinkMinutes)}:`,
      link,
      "If you did not ask for it, do nothing: the address is not used.",
    ),
  }),
  emailChangeAsked: (username: string, email: string): MailText => ({
    subject: "Another address was asked for your Stoa account",
    text: lines(
      `Hello ${username},`,
      `your account shall use the address ${email} from now on. This one stays until a link in that mailbox is opened.`,
      "If it was not you, set a new password by 'Forgot password?': that ends all sessions and the change.",
    ),
  }),
  emailChanged: (username: string, email: string): MailText => ({
    subject: "Your Stoa account has another address",
    text: lines(
      `Hello ${username},`,
      `your account now uses the address ${email}. This one is not used any more.`,
      "If it was not you, ask the people who run this server.",
    ),
  }),
  providerLinked: (username: string, provider: SignInProvider): MailText => ({
    subject: `${PROVIDER_NAMES[provider]} can sign you in to Stoa`,
    text: lines(
      `Hello ${username},`,
      `your account was linked with ${PROVIDER_NAMES[provider]} after its password was given. From now on you can sign in with either.`,
      "If it was not you, set a new password by 'Forgot password?' and ask the people who run this server.",
    ),
  }),
} as const;

function lines(...paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n`;
}
