import type { PlanType, Scope } from "@stoa/contract";

/** The caller of a request. Accounts own wallets, agents and keys; users act for them. */
export interface Caller {
  userId: string;
  accountId: string;
  username: string;
  /** The account's plan at the time when the credential was looked up. */
  plan?: PlanType;
  /** The API key of the request; undefined for a session. */
  keyId?: string;
  /** The scopes of the API key; without a key, everything is allowed. */
  scopes?: readonly Scope[];
  /** The only URL that the caller may use, if the credential is an access token of an app. */
  resource?: string;
  /**
   * Whether a visitor of a web page caused the request with the account's publishable key. A visitor is a stranger to the
   * account, so their runs use none of its connectors, hosts and remembered values.
   */
  isVisitor?: true;
}

/**
 * A value that is available immediately if it is cached, and otherwise after a lookup: awaiting cached values would
 * slow a busy server down.
 */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Resolves credentials to a caller; `undefined` if they are invalid or have expired. The accounts module implements it.
 * `beforeLookup` is called before a database lookup, and throws to prevent it.
 */
export interface Authenticator {
  bySession(token: string, beforeLookup?: () => void): MaybePromise<Caller | undefined>;
  byApiKey(key: string, beforeLookup?: () => void): MaybePromise<Caller | undefined>;
}
