import { join } from "node:path";
import {
  digestDefinitions,
  readDefinitions,
  readRevision,
} from "../../server/src/platform/db/schema/schema-files.ts";

/**
 * Returns the text of server/sql/revision.json: the number rises when a definition has changed since it was written, so
 * that a server knows functions of a newer one from those of an older one.
 */
export function revisionText(root: string): string {
  const folder = join(root, "server/sql");
  const current = readRevision(folder);
  const sha256 = digestDefinitions(readDefinitions(folder));
  const revision = sha256 === current.sha256 ? current.revision : current.revision + 1;
  return `${JSON.stringify({ revision, sha256 }, null, 2)}\n`;
}
