import { FILE_LIMITS, type FileUpload, type StoredFile } from "@stoa/contract";
import type { FileLinks } from "./file-links.ts";
import type { ListedFileRow } from "./file-store.ts";
import type { UploadRow } from "./upload-store.ts";

export function presentFile(row: ListedFileRow, links: FileLinks): StoredFile {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    size: Number(row.bytes),
    ...links.create(row),
    origin: row.origin,
    run_id: row.run_id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

/** @param file the file, if the upload is complete */
export function presentUpload(row: UploadRow, file: StoredFile | null): FileUpload {
  return {
    id: row.id,
    offset: Number(row.received_bytes),
    size: Number(row.bytes),
    part_bytes: FILE_LIMITS.partBytes,
    expires_at: row.expires_at.toISOString(),
    file,
  };
}
