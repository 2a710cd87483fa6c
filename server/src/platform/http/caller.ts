/** Who calls. Accounts own wallets, agents and keys; users act for them (reading 21). */
export interface Caller {
  userId: string;
  accountId: string;
  username: string;
}

/** Turns credentials into a caller; `undefined` for anything not good any more. Handed in by the accounts module. */
export interface Authenticator {
  bySession(token: string): Promise<Caller | undefined>;
  byApiKey(key: string): Promise<Caller | undefined>;
}
