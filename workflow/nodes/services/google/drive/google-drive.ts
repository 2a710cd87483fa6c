import type { NodeType } from "../../../../model/node-type.ts";
import { type ServiceOperations, serviceNode } from "../../service-node.ts";
import { GOOGLE } from "../google-api.ts";
import { EARLY_DRIVE } from "./early-files.ts";
import { copyFile, createFolder, downloadFile, moveFile, remove, share } from "./files.ts";

import { searchFiles } from "./search-files.ts";
import { SHARED_DRIVES } from "./shared-drives.ts";
import { createFromText, updateFile, uploadFile } from "./write-files.ts";

const OPERATIONS: ServiceOperations = {
  ...SHARED_DRIVES,
  "file.copy": copyFile,
  "file.createFromText": createFromText,
  "file.deleteFile": remove("fileId", "The file", "id"),
  "file.download": downloadFile,
  "file.move": moveFile,
  "file.share": share("fileId", "The file"),
  "file.update": updateFile,
  "file.upload": uploadFile,
  "fileFolder.search": searchFiles,
  "folder.create": createFolder,
  "folder.deleteFolder": remove("folderNoRootId", "The folder", "fileId"),
  "folder.share": share("folderNoRootId", "The folder"),
};

/** Google Drive: files, folders and shared drives. */
export const googleDrive: NodeType = serviceNode({
  types: ["n8n-nodes-base.googleDrive"],
  versions: [1, 2, 3],
  service: GOOGLE,
  operations: (version) => (version < 3 ? EARLY_DRIVE : OPERATIONS),
  standard: () => ({
    resource: "file",
    operations: { file: "upload", fileFolder: "search", folder: "create", drive: "create" },
  }),
});
