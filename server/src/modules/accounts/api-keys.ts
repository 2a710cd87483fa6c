import type { SealedTable } from "../../platform/crypto/reseal.ts";
import { hashToken, newApiKey } from "../../platform/crypto/tokens.ts";
import type { SealContext, Vault } from "../../platform/crypto/vault.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/new-id.ts";
import {
  findMainKey,
  insertKey,
  lockAccount,
  replaceSealed,
  revokeMainKey,
  type SealedKey,
  sealedByOthers,
} from "./api-key-store.ts";

interface Owner {
  accountId: string;
  userId: string;
}

/** Each account's main API key: shown again to its owner, so sealed; looked up by its hash (reading 23). */
export class ApiKeys {
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  /** Makes the account's main key inside `tx`. @returns the key in the clear. */
  async issue(tx: Tx, owner: Owner): Promise<string> {
    const id = await newId(tx, "key");
    const key = newApiKey();
    const sealedKey = this.#vault.seal(key, context(id, owner.accountId));
    await insertKey(tx, { id, ...owner, keyHash: hashToken(key), sealedKey });
    return key;
  }

  /** Ends the old key and issues a new one. @returns the new key, and the hash of the ended one. */
  async replace(owner: Owner): Promise<{ key: string; endedHash: Buffer | undefined }> {
    return this.#db.transaction().execute(async (tx) => {
      await lockAccount(tx, owner.accountId);
      const endedHash = await revokeMainKey(tx, owner.accountId);
      return { key: await this.issue(tx, owner), endedHash };
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
export function sealedApiKeys(db: Database, vault: Vault): SealedTable<SealedKey, Buffer> {
  return {
    nextRows: (afterId, limit) => sealedByOthers(db, vault.currentPrefix(), afterId, limit),
    sealAnew: (row) => vault.reseal(row.sealedKey, context(row.id, row.accountId)),
    replace: (row, sealed) => replaceSealed(db, row, sealed),
  };
}
