import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/db/database.ts";
import { noteKeyUse } from "./api-key-store.ts";

/** About 1 MB; of more keys than this in one minute some are noted twice. */
const REMEMBERED_KEYS = 10_000;
const MINUTE_MS = 60_000;

/** When keys were last used, to the minute: each node writes a key's use once a minute, not at every request. */
export class KeyUses {
  readonly #db: Database;
  readonly #noted = new LRUCache<string, number>({ max: REMEMBERED_KEYS });

  constructor(db: Database) {
    this.#db = db;
  }

  /** No request waits for it. What could not be written is written with the key's next use. */
  note(keyId: string): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (this.#noted.get(keyId) === minute) return;
    this.#noted.set(keyId, minute);
    noteKeyUse(this.#db, keyId).catch(() => this.#noted.delete(keyId));
  }
}
