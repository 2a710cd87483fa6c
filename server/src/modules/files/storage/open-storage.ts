import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { FileStorage } from "./file-storage.ts";
import { FolderStorage } from "./folder-storage.ts";
import type { S3Settings } from "./s3-settings.ts";
import { reportFailures } from "./storage-failures.ts";

export interface StorageSettings {
  /** The folder for contents, if there is no S3-compatible store. */
  folder: string;
  s3: S3Settings | undefined;
}

/** Opens the storage that the settings name. The client of S3 is loaded only if it is used. */
export async function openStorage({ folder, s3 }: StorageSettings, db: Database): Promise<FileStorage> {
  if (!s3) return reportFailures(new FolderStorage(folder));
  const { S3Storage } = await import("./s3-storage.ts");
  return reportFailures(new S3Storage(s3, await readFolder(db)));
}

async function readFolder(db: Database): Promise<string> {
  const { rows } = await sql<{ folder: string }>`SELECT folder FROM file_storage_folder`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("file_storage_folder is empty");
  return row.folder;
}
