import type { PlanType } from "@stoa/contract";
import type { Signer } from "../../platform/crypto/signer.ts";
import type { Database } from "../../platform/db/database.ts";
import type { FileContents } from "./file-contents.ts";
import type { FileStorage } from "./storage/file-storage.ts";

/** What the parts of this module share. */
export interface FilesContext {
  db: Database;
  storage: FileStorage;
  /** Reads and writes the storage, and encrypts. */
  contents: FileContents;
  signer: Signer;
  getPlan: (accountId: string) => Promise<PlanType>;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  /** How many days a file is kept after it was stored or last used by a run: as long as the contents of runs. */
  days: number;
}
