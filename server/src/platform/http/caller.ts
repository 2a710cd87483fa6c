import type { PlanType, Scope } from "@stoa/contract";

/** Who calls. Accounts own wallets, agents and keys; users act for them. */
export interface Caller {
  userId: string;
  accountId: string;
  username: string;
  /** The account's plan, as of when the credential was looked up. */
  plan?: PlanType;
  /** The API key that the request came with; none where it is a session's. */
  keyId?: string;
  /** What its API key may do; everything if there is none. */
  scopes?: readonly Scope[];
}

/** At once where it is known, else when it was looked up: waiting for what is known costs a busy server its speed. */
export type Known<T> = T | Promise<T>;

/**
 * Turns credentials into a caller; `undefined` for anything that is no longer valid. Handed in by the accounts module.
 * `beforeLookup` is called when the database has to be asked, and throws where it shall not be.
 */
export interface Authenticator {
  bySession(token: string, beforeLookup?: () => void): Known<Caller | undefined>;
  byApiKey(key: string, beforeLookup?: () => void): Known<Caller | undefined>;
}
