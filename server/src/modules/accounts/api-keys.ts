import type { SealedTable } from "../../platform/crypto/reseal.ts";
import { generateApiKey, hashToken } from "../../platform/crypto/tokens.ts";
import type { SealContext, Vault } from "../../platform/crypto/vault.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { generateId } from "../../platform/db/new-id.ts";
import type { Notify } from "../../platform/events/notify.ts";
import {
  findMainKey,
  findSealedByOtherKeys,
  insertKey,
  lockAccount,
  replaceSealed,
  revokeMainKey,
  type SealedKey,
} from "./api-key-store.ts";

/** The name of the main key, which no other key may have. */
export const MAIN_KEY = "main";

/** The length of the shared prefix plus four of the 30 random characters, which is enough to tell keys apart. */
const PREFIX_LENGTH = "stoa_sk_".length + 4;

/** Returns the part of a key that lists show. */
export function toKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

interface Owner {
  accountId: string;
  userId: string;
}

/**
 * Manages each account's main API key. The key is sealed, because its owner can read it again. Requests are matched by
 * its hash.
 */
export class ApiKeys {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #notify: Notify;

  constructor(db: Database, vault: Vault, notify: Notify) {
    this.#db = db;
    this.#vault = vault;
    this.#notify = notify;
  }

  /** Creates the account's main key inside `tx`. Returns the key in plain text. */
  async issue(tx: Tx, owner: Owner): Promise<string> {
    return (await this.#make(tx, owner)).key;
  }

  async #make(tx: Tx, owner: Owner): Promise<{ id: string; key: string }> {
    const id = await generateId(tx, "key");
    const key = generateApiKey();
    const sealedKey = this.#vault.seal(key, createContext(id, owner.accountId));
    await insertKey(tx, { id, ...owner, keyHash: hashToken(key), sealedKey, prefix: toKeyPrefix(key) });
    return { id, key };
  }

  /**
   * Revokes the old key, issues a new one and notifies the people of the account. Returns the new key, and the hash of
   * the old one.
   */
  async replace(owner: Owner): Promise<{ key: string; endedHash: Buffer | undefined }> {
    return this.#db.transaction().execute(async (tx) => {
      await lockAccount(tx, owner.accountId);
      const endedHash = await revokeMainKey(tx, owner.accountId);
      const { id, key } = await this.#make(tx, owner);
      await this.#notify(tx, {
        accountId: owner.accountId,
        kind: "api_key_refreshed",
        facts: { key_name: MAIN_KEY },
        occasion: `key:${id}`,
      });
      return { key, endedHash };
    });
  }

  /** Returns the account's main key in plain text. */
  async reveal(accountId: string): Promise<string> {
    const row = await findMainKey(this.#db, accountId);
    if (!row) throw new Error(`account ${accountId} has no API key`);
    return this.#vault.open(row.sealedKey, createContext(row.id, accountId));
  }
}

function createContext(row: string, owner: string): SealContext {
  return { purpose: "api_key", row, owner };
}

/** Returns access to the sealed API keys, so that the master key can be rotated. */
export function listSealedApiKeys(db: Database, vault: Vault): SealedTable<SealedKey, Buffer> {
  return {
    readNextRows: (afterId, limit) => findSealedByOtherKeys(db, vault.getCurrentPrefix(), afterId, limit),
    sealAnew: (row) => vault.reseal(row.sealedKey, createContext(row.id, row.accountId)),
    replace: (row, sealed) => replaceSealed(db, row, sealed),
  };
}
