import {
  type LoginRequest,
  type RegisterRequest,
  SIGN_IN_TEXTS,
  type SignInMethods,
  TEXTS,
} from "@stoa/contract";
import type pg from "pg";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { hashPassword, verifyPassword } from "../../platform/crypto/password.ts";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { getUniqueViolation } from "../../platform/db/errors.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { invalidField, unauthorized } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { ApiKeys } from "./api-keys.ts";
import { CachedAuthenticator } from "./authenticator.ts";
import { DeviceLogins } from "./device-login/device-logins.ts";
import { translateDuplicates } from "./duplicates.ts";
import {
  type CredentialsRow,
  findByUsername,
  findCredentials,
  findUser,
  lockUnchangedPassword,
  type UserRow,
} from "./identity-store.ts";
import { NamedKeys } from "./named-keys.ts";
import { PersonCreation } from "./new-people.ts";
import { openSession, type Session } from "./open-session.ts";
import { PasswordChange } from "./password-change.ts";
import { AccountDeletion, type AccountDeletionOptions } from "./personal-data/account-deletion.ts";
import { AccountExports } from "./personal-data/account-export.ts";
import { EmailChange } from "./recovery/email-change.ts";
import { MailLimit } from "./recovery/mail-limit.ts";
import { deleteEndedLinks } from "./recovery/mailed-link-store.ts";
import { PasswordReset } from "./recovery/password-reset.ts";
import { SignUpConfirmation } from "./recovery/sign-up-confirmation.ts";
import { endSessions } from "./session-store.ts";
import { SignInGuard } from "./sign-in-guard.ts";
import { deleteForgottenTries } from "./sign-in-tries-store.ts";
import { SignUpLimit } from "./sign-up-limit.ts";
import { AccountLinking } from "./social/account-linking.ts";
import { BrowserCookie } from "./social/browser-cookie.ts";
import type { Providers } from "./social/create-providers.ts";
import { deleteEndedSignIns } from "./social/sign-in-store.ts";
import { SocialSignIn } from "./social/social-sign-in.ts";
import { AccountSpendingLimits } from "./spending-limits.ts";
import { StartingCredits } from "./starting-credits/starting-credits.ts";

export interface AccountsOptions {
  db: Database;
  pool: pg.Pool;
  vault: Vault;
  /** Opens what people and agents wrote, for the export of an account. */
  contentVault: ContentVault;
  events: EventBus;
  notify: Notify;
  mailer: Mailer;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  /** The sign-in providers that the operator has enabled. */
  providers: Providers;
  /** The minimum length of a password. The specification requires 6 characters, and the operator may require more. */
  passwordMinLength: number;
  /** How many accounts one network may create per day. */
  signUpsPerDay: number;
  prepareRevocation: AccountDeletionOptions["prepareRevocation"];
  personalData: AccountDeletionOptions["personalData"];
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Manages users, their accounts and their credentials (docs/product-rules.md#accounts-and-sign-in). */
export class Accounts {
  readonly #db: Database;
  readonly #keys: ApiKeys;
  readonly #guard: SignInGuard;
  readonly #signUps: SignUpLimit;
  readonly #people: PersonCreation;
  readonly #passwordMinLength: number;
  readonly #sendsMail: boolean;
  readonly authenticator: CachedAuthenticator;
  /** Lists the API keys, and manages all keys except the main key. */
  readonly keys: NamedKeys;
  /** Gives programs without a browser an API key. */
  readonly deviceLogins: DeviceLogins;
  readonly spending: AccountSpendingLimits;
  readonly deletion: AccountDeletion;
  readonly exports: AccountExports;
  readonly passwords: PasswordReset;
  readonly emails: EmailChange;
  readonly passwordChange: PasswordChange;
  /** Confirms the email address of a sign-up. */
  readonly confirmation: SignUpConfirmation;
  readonly startingCredits: StartingCredits;
  readonly social: SocialSignIn;
  readonly linking: AccountLinking;
  readonly cookie: BrowserCookie;

  constructor(options: AccountsOptions) {
    const { db, pool, mailer, publicUrl, log } = options;
    this.#db = db;
    this.#keys = new ApiKeys(db, options.vault, options.notify);
    const { vault, events } = options;
    this.startingCredits = new StartingCredits({ db, vault, events });
    const { startingCredits: credits } = this;
    this.#people = new PersonCreation(this.#keys, events, credits);
    this.#guard = new SignInGuard(db);
    this.#signUps = new SignUpLimit(pool, options.signUpsPerDay);
    this.#passwordMinLength = options.passwordMinLength;
    this.#sendsMail = mailer.sends;
    this.authenticator = new CachedAuthenticator(db);
    const { authenticator } = this;
    const guard = this.#guard;
    const limit = new MailLimit(pool);
    this.keys = new NamedKeys({
      db,
      authenticator,
      findMainKey: (accountId) => this.#keys.reveal(accountId),
    });
    this.deviceLogins = new DeviceLogins({ db, pool, keys: this.keys, publicUrl });
    this.spending = new AccountSpendingLimits(db);
    const { prepareRevocation, personalData } = options;
    this.deletion = new AccountDeletion({ db, guard, authenticator, prepareRevocation, personalData });
    this.exports = new AccountExports(db, options.contentVault, personalData);
    this.passwords = new PasswordReset({
      db,
      mailer,
      publicUrl,
      limit,
      guard,
      credits,
      authenticator,
      requireLength: (password) => this.#requireLength(password),
      onFailure: (err) => log.error({ err }, "failed to send a password reset link"),
    });
    this.confirmation = new SignUpConfirmation({ db, mailer, publicUrl, limit });
    this.emails = new EmailChange({ db, mailer, publicUrl, limit, credits, guard });
    this.passwordChange = new PasswordChange({
      db,
      mailer,
      guard,
      authenticator,
      requireLength: (password, field) => this.#requireLength(password, field),
    });
    this.social = new SocialSignIn({
      db,
      providers: options.providers,
      people: this.#people,
      signUps: this.#signUps,
      onFailure: (provider, { cause }) =>
        log.warn({ err: cause, provider }, "sign-in with a provider failed"),
    });
    this.linking = new AccountLinking({ db, guard, mailer });
    this.cookie = new BrowserCookie(publicUrl);
  }

  /**
   * Creates an account. Throws AppError 409 email_taken or username_taken, 400 if the operator requires longer
   * passwords, 429 after too many sign-ups from the network.
   */
  async register(person: RegisterRequest, network: string | undefined): Promise<Session> {
    this.#requireLength(person.password);
    await this.#signUps.use(network);
    const passwordHash = await hashPassword(person.password);
    const { username, email } = person;
    const awaitsConfirmation = this.confirmation.isAsked;
    const { session, sendLink } = await translateDuplicates(this.#db, email, () =>
      this.#db.transaction().execute(async (tx) => {
        const { userId } = await this.#people.create(tx, {
          username,
          email,
          passwordHash,
          awaitsConfirmation,
        });
        const sendLink = awaitsConfirmation
          ? await this.confirmation.prepare(tx, { userId, username, email })
          : undefined;
        return { session: await openSession(tx, userId), sendLink };
      }),
    );
    sendLink?.();
    return session;
  }

  /**
   * Signs in. An unknown email and a wrong password throw AppError 401 with the same text after the same time. Also
   * throws AppError 403 for a suspended person, and 429 after too many failures.
   */
  async login(credentials: LoginRequest, network: string | undefined): Promise<Session> {
    const { email, password } = credentials;
    let known: CredentialsRow | undefined;
    const isCorrect = await this.#guard.attempt({ email, network }, async () => {
      known = await findCredentials(this.#db, email);
      return (await verifyPassword(known?.passwordHash, password)) && known?.isActive === true;
    });
    if (!isCorrect || !known) throw unauthorized(TEXTS.signIn.invalid);
    const { userId, passwordHash } = known;
    return this.#db.transaction().execute(async (tx) => {
      /** Another password was set while this one was being verified. */
      if (!(await lockUnchangedPassword(tx, userId, passwordHash))) throw unauthorized(TEXTS.signIn.invalid);
      return openSession(tx, userId);
    });
  }

  async getMe(caller: Caller): Promise<{ user: UserRow; apiKey: string }> {
    const user = await findUser(this.#db, caller.userId);
    if (!user) throw unauthorized(TEXTS.account.unauthorized);
    return { user, apiKey: await this.#keys.reveal(caller.accountId) };
  }

  async refreshApiKey(caller: Caller): Promise<string> {
    const { key, endedHash } = await this.#keys.replace(caller);
    if (endedHash) this.authenticator.forgetKey(endedHash);
    return key;
  }

  /**
   * Ends every session. Other nodes may accept these sessions for up to five more seconds
   * (docs/product-rules.md#credential-cache).
   */
  async signOutEverywhere({ userId }: Caller): Promise<void> {
    await endSessions(this.#db, userId);
    this.authenticator.forgetUser(userId, "sessions");
  }

  /** Returns the account that owns the sample agents. Creates it on the first start. Nobody can sign in to it. */
  async ensureHouseAccount(username: string): Promise<Caller> {
    const found = await findByUsername(this.#db, username);
    if (found) return found;
    try {
      const made = await this.#db.transaction().execute((tx) =>
        this.#people.create(tx, {
          username,
          email: `${username}@stoa.invalid`,
          passwordHash: null,
          awaitsConfirmation: false,
        }),
      );
      return { ...made, username };
    } catch (error) {
      const other = getUniqueViolation(error) ? await findByUsername(this.#db, username) : undefined;
      if (other) return other;
      throw error;
    }
  }

  /** Returns which ways to sign in this server offers, whether it sends email, and the minimum length of passwords. */
  signInMethods(): SignInMethods {
    return {
      google: this.social.isEnabled("google"),
      github: this.social.isEnabled("github"),
      mail: this.#sendsMail,
      password_min_length: this.#passwordMinLength,
    };
  }

  /** Removes expired links, unfinished sign-ins and old counts of failed sign-ins. Runs as a background job. */
  async forgetEnded(): Promise<void> {
    await deleteEndedLinks(this.#db);
    await deleteEndedSignIns(this.#db);
    await deleteForgottenTries(this.#db);
    await this.deviceLogins.forgetExpired();
  }

  #requireLength(password: string, field = "password"): void {
    if (password.length < this.#passwordMinLength)
      throw invalidField(field, SIGN_IN_TEXTS.passwordTooShort(this.#passwordMinLength));
  }
}
