import type { SealedTable } from "../../platform/crypto/reseal.ts";
import { hashToken, newApiKey } from "../../platform/crypto/tokens.ts";
import type { SealContext, Vault } from "../../platform/crypto/vault.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/new-id.ts";
import type { Notify } from "../../platform/events/notify.ts";
import {
  findMainKey,
  insertKey,
  lockAccount,
  replaceSealed,
  revokeMainKey,
  type SealedKey,
  sealedByOthers,
} from "./api-key-store.ts";

/** The name that the main key has and no other. */
export const MAIN_KEY = "main";

/** What every key begins with, and four of its 30 random characters: enough to tell keys apart. */
const PREFIX_LENGTH = "stoa_sk_".length + 4;

/** How a key begins, as it is shown in lists. */
export function toKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

interface Owner {
  accountId: string;
  userId: string;
}

/** Each account's main API key. Its owner can read it again, so it is sealed; it is looked up by its hash. */
export class ApiKeys {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #notify: Notify;

  constructor(db: Database, vault: Vault, notify: Notify) {
    this.#db = db;
    this.#vault = vault;
    this.#notify = notify;
  }

  /** Makes the account's main key inside `tx`. @returns the key in the clear. */
  async issue(tx: Tx, owner: Owner): Promise<string> {
    return (await this.#make(tx, owner)).key;
  }

  async #make(tx: Tx, owner: Owner): Promise<{ id: string; key: string }> {
    const id = await newId(tx, "key");
    const key = newApiKey();
    const sealedKey = this.#vault.seal(key, context(id, owner.accountId));
    await insertKey(tx, { id, ...owner, keyHash: hashToken(key), sealedKey, prefix: toKeyPrefix(key) });
    return { id, key };
  }

  /** Ends the old key, issues a new one and tells the account's people. @returns the new key, and the hash of the ended one. */
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

  /** The account's main key in the clear. */
  async reveal(accountId: string): Promise<string> {
    const row = await findMainKey(this.#db, accountId);
    if (!row) throw new Error(`account ${accountId} has no API key`);
    return this.#vault.open(row.sealedKey, context(row.id, accountId));
  }
}

function context(row: string, owner: string): SealContext {
  return { purpose: "api_key", row, owner };
}

/** API keys, for a rotation of the master key. */
export function listSealedApiKeys(db: Database, vault: Vault): SealedTable<SealedKey, Buffer> {
  return {
    nextRows: (afterId, limit) => sealedByOthers(db, vault.currentPrefix(), afterId, limit),
    sealAnew: (row) => vault.reseal(row.sealedKey, context(row.id, row.accountId)),
    replace: (row, sealed) => replaceSealed(db, row, sealed),
  };
}
