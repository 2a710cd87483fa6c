import { FILE_LIMITS } from "./files.ts";
import { formatBytes } from "./storage-limits.ts";

/** Texts about files that server and clients share. */
export const FILE_TEXTS = {
  missing: "Choose a file. The form's field is `file`.",
  empty: "This file is empty (0 bytes). Choose a file with content.",
  fileTooLarge: (limit: number) =>
    `The file is larger than ${formatBytes(limit)}, the maximum of your plan. Make it smaller, divide it, or change your plan.`,
  storageFull: (limit: number) =>
    `There is not enough space: your files can have ${formatBytes(limit)} together. Delete files that you no longer need, or change your plan.`,
  artifactTooLarge: (limit: number) =>
    `The file is larger than ${formatBytes(limit)}. Return a smaller file.`,
  tooManyUploads: `You have ${FILE_LIMITS.uploadsAtOnce} incomplete uploads. Complete or delete one of them, or wait until they expire.`,
  tooManyAtOnce: "Too many of your uploads are in progress. Please try again when one has ended.",
  wrongOffset: (offset: number) =>
    `The server has ${offset} bytes of this upload. Send the part at this offset.`,
  complete: "This upload is complete. There is nothing left to send.",
  wrongPartSize: (bytes: number) => `This part must have ${bytes} bytes.`,
  linkInvalid: "This link has expired or is incomplete. Read the file or its run again for a new link.",
  linkNeeded: "Sign in, or use a link to this file.",
  fewerFiles: (inputs: readonly string[]) =>
    inputs.length === 0
      ? "This agent takes no files. Send text"
      : `This agent takes fewer files. Its inputs for files are: ${inputs.join(", ")}`,
  unknownFile: (id: string) =>
    `${id} is not one of your files. It does not exist, its upload is incomplete, or it was removed. Upload the file again.`,
  storageFailed: "The server cannot reach its file storage. Please try again shortly.",
  serverFull: "The server has no space left for files. Please try again later, or ask its operator.",
} as const;
