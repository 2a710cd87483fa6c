import { LIMITS } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";

/** Returns what is wrong with a chosen file before it is sent; `null` if it may be sent. */
export function fileProblem(file: File | null): string | null {
  if (file === null) return TEXTS.upload.fileRequired;
  if (/\.ipynb$/i.test(file.name)) return TEXTS.upload.notebook;
  if (!/\.(py|json)$/i.test(file.name)) return TEXTS.upload.fileType;
  if (file.size > LIMITS.uploadMaxBytes)
    return `The file is larger than ${LIMITS.uploadMaxBytes / 1024 / 1024} MB`;
  return null;
}
