import { randomBytes } from "node:crypto";
import { type LoginRequest, type PlanType, type RegisterRequest, TEXTS } from "@stoa/contract";
import type pg from "pg";
import { hashPassword, verifyPassword } from "../../platform/crypto/password.ts";
import { hashToken, newSessionToken } from "../../platform/crypto/tokens.ts";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";
import { uniqueViolation } from "../../platform/db/errors.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { AppError, invalidField, unauthorized } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { ApiKeys } from "./api-keys.ts";
import { CachedAuthenticator } from "./authenticator.ts";
import {
  findByUsername,
  findCredentials,
  findUser,
  insertUser,
  planTypeOf,
  type UserRow,
  updateEmail,
} from "./identity-store.ts";
import { AccountExports } from "./leaving/account-export.ts";
import { Leaving } from "./leaving/leaving.ts";
import { NamedKeys } from "./named-keys.ts";
import { planOf } from "./present.ts";
import { endSessions, insertSession } from "./session-store.ts";
import { SignInGuard } from "./sign-in-guard.ts";
import { SignUpLimit } from "./sign-up-limit.ts";
import { AccountSpendingLimits } from "./spending-limits.ts";
import { refuseSuspended } from "./suspended-account.ts";

export interface Session {
  token: string;
  expiresAt: Date;
}

export interface AccountsOptions {
  db: Database;
  pool: pg.Pool;
  vault: Vault;
  events: EventBus;
  /** From `notifications`. */
  notify: Notify;
  /** The specification's 6, or more where the operator asks for it. */
  passwordMinLength: number;
  /** Accounts that one address may open a day. */
  signUpsPerDay: number;
}

/** People, their accounts and their credentials (readings 21 to 25). */
export class Accounts {
  readonly #db: Database;
  readonly #events: EventBus;
  readonly #keys: ApiKeys;
  readonly #guard: SignInGuard;
  readonly #signUps: SignUpLimit;
  readonly #passwordMinLength: number;
  readonly authenticator: CachedAuthenticator;
  /** API keys besides the main one. */
  readonly keys: NamedKeys;
  readonly spending: AccountSpendingLimits;
  readonly leaving: Leaving;
  readonly export: AccountExports;

  constructor(options: AccountsOptions) {
    this.#db = options.db;
    this.#events = options.events;
    this.#keys = new ApiKeys(options.db, options.vault, options.notify);
    this.#guard = new SignInGuard(options.pool);
    this.#signUps = new SignUpLimit(options.pool, options.signUpsPerDay);
    this.#passwordMinLength = options.passwordMinLength;
    this.authenticator = new CachedAuthenticator(options.db);
    this.keys = new NamedKeys({
      db: options.db,
      authenticator: this.authenticator,
      mainKeyOf: (accountId) => this.#keys.reveal(accountId),
    });
    this.spending = new AccountSpendingLimits(options.db);
    this.leaving = new Leaving({
      db: options.db,
      guard: this.#guard,
      authenticator: this.authenticator,
    });
    this.export = new AccountExports(options.db);
  }

  /** @throws AppError 409 email_taken or username_taken; 400 where the operator asks for longer passwords; 429. */
  async register(person: RegisterRequest, address: string): Promise<Session> {
    if (person.password.length < this.#passwordMinLength)
      throw invalidField("password", `Password must be at least ${this.#passwordMinLength} characters long`);
    await this.#signUps.use(address);
    const passwordHash = await hashPassword(person.password);
    return this.#refusingDuplicates(person.email, () =>
      this.#db.transaction().execute(async (tx) => {
        const { userId } = await this.#createUser(tx, { ...person, passwordHash });
        return this.#openSession(tx, userId);
      }),
    );
  }

  /** @throws AppError 401 in the same words and time for an unknown e-mail and a wrong password; 403 suspended; 429. */
  async login(credentials: LoginRequest, address: string): Promise<Session> {
    await this.#guard.check(credentials.email, address);
    const known = await findCredentials(this.#db, credentials.email);
    const matches = await verifyPassword(known?.passwordHash, credentials.password);
    if (!known || !matches || !known.isActive) {
      await this.#guard.failed(credentials.email, address);
      throw unauthorized(TEXTS.signIn.invalid);
    }
    await this.#guard.succeeded(credentials.email);
    return this.#openSession(this.#db, known.userId);
  }

  async me(caller: Caller): Promise<{ user: UserRow; apiKey: string }> {
    const user = await findUser(this.#db, caller.userId);
    if (!user) throw unauthorized(TEXTS.account.unauthorized);
    return { user, apiKey: await this.#keys.reveal(caller.accountId) };
  }

  /** @throws AppError 409 when the address belongs to somebody else. */
  async changeEmail(caller: Caller, email: string): Promise<{ user: UserRow; apiKey: string }> {
    await this.#refusingDuplicates(email, () => updateEmail(this.#db, caller.userId, email));
    return this.me(caller);
  }

  async refreshApiKey(caller: Caller): Promise<string> {
    const { key, endedHash } = await this.#keys.replace(caller);
    if (endedHash) this.authenticator.forgetKey(endedHash);
    return key;
  }

  /** Ends every session; other nodes may know one for five seconds more (reading 22). */
  async signOutEverywhere({ userId }: Caller): Promise<void> {
    await endSessions(this.#db, userId);
    this.authenticator.forgetUser(userId, "sessions");
  }

  /** The plan an account is on now; decides upload limit and revenue share. */
  async planOf(accountId: string): Promise<PlanType> {
    return planOf((await planTypeOf(this.#db, accountId)) ?? "free");
  }

  /** The account that owns the sample agents; nobody can sign in to it. Made on the first start. */
  async ensureHouseAccount(username: string): Promise<Caller> {
    const found = await findByUsername(this.#db, username);
    if (found) return found;
    const passwordHash = await hashPassword(randomBytes(32).toString("base64"));
    try {
      const made = await this.#db
        .transaction()
        .execute((tx) => this.#createUser(tx, { username, email: `${username}@stoa.invalid`, passwordHash }));
      return { ...made, username };
    } catch (error) {
      const other = uniqueViolation(error) ? await findByUsername(this.#db, username) : undefined;
      if (other) return other;
      throw error;
    }
  }

  async #createUser(tx: Tx, person: { username: string; email: string; passwordHash: string }) {
    const owner = await insertUser(tx, person);
    await this.#keys.issue(tx, owner);
    await this.#events.emit(tx, "account.created", owner);
    return owner;
  }

  async #openSession(db: Queryable, userId: string): Promise<Session> {
    await refuseSuspended(db, userId);
    const token = newSessionToken();
    return { token, expiresAt: await insertSession(db, userId, hashToken(token)) };
  }

  async #refusingDuplicates<T>(email: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const constraint = uniqueViolation(error);
      if (constraint === "users_username_key" && !(await findCredentials(this.#db, email)))
        throw new AppError(409, "username_taken", TEXTS.register.usernameTaken, {
          errors: [{ field: "username", message: TEXTS.register.usernameTaken }],
        });
      if (constraint === "users_username_key" || constraint === "user_identities_email_key")
        throw new AppError(409, "email_taken", TEXTS.signIn.emailTaken, {
          errors: [{ field: "email", message: TEXTS.signIn.emailTaken }],
        });
      throw error;
    }
  }
}
