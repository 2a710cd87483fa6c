import type { Database, Tx } from "../db/database.ts";

/** A person who deletes their account, and the account that is deleted with them. */
export interface Leaver {
  userId: string;
  accountId: string;
}

/** What a module stores about people. Deleting an account goes through those of all modules. */
export interface PersonalData {
  /**
   * Deletes what identifies the person or was theirs alone; ids that books and other people's records name stay. The
   * agents of the account and those that the person reviewed are locked. Doing it again changes nothing.
   */
  erase(tx: Tx, leaver: Leaver): Promise<void>;
  /**
   * Deletes contents that may be too many for one transaction, a batch after `afterId` in one of its own.
   * Returns the last id that it came to, `undefined` if there are no more.
   */
  eraseContents?(db: Database, leaver: Leaver, afterId: string): Promise<string | undefined>;
}
