import type { NodeType } from "../../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../../service-node.ts";
import { GOOGLE } from "../google-api.ts";
import { DRIVE_V1 } from "./drive-v1.ts";
import {
  copyFile,
  createDeleteOperation,
  createFolder,
  createShareOperation,
  downloadFile,
  moveFile,
} from "./files.ts";

import { searchFiles } from "./search-files.ts";
import { SHARED_DRIVES } from "./shared-drives.ts";
import { createFromText, updateFile, uploadFile } from "./write-files.ts";

const OPERATIONS: ServiceOperations = {
  ...SHARED_DRIVES,
  "file.copy": copyFile,
  "file.createFromText": createFromText,
  "file.deleteFile": createDeleteOperation("fileId", "The file", "id"),
  "file.download": downloadFile,
  "file.move": moveFile,
  "file.share": createShareOperation("fileId", "The file"),
  "file.update": updateFile,
  "file.upload": uploadFile,
  "fileFolder.search": searchFiles,
  "folder.create": createFolder,
  "folder.deleteFolder": createDeleteOperation("folderNoRootId", "The folder", "fileId"),
  "folder.share": createShareOperation("folderNoRootId", "The folder"),
};

/** Google Drive: files, folders and shared drives. */
export const googleDrive: NodeType = createServiceNode({
  types: ["n8n-nodes-base.googleDrive"],
  versions: [1, 2, 3],
  service: GOOGLE,
  operations: (version) => (version < 3 ? DRIVE_V1 : OPERATIONS),
  standard: () => ({
    resource: "file",
    operations: { file: "upload", fileFolder: "search", folder: "create", drive: "create" },
  }),
});
