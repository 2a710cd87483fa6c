import { join } from "node:path";
import {
  digestDefinitions,
  readDefinitions,
  readRevision,
} from "../../server/src/platform/db/schema/schema-files.ts";

/**
 * Returns the new content of server/sql/revision.json. The number increases when a definition has changed, so that a
 * server can tell whether the database has newer functions than its own.
 */
export function generateRevision(root: string): string {
  const folder = join(root, "server/sql");
  const current = readRevision(folder);
  const sha256 = digestDefinitions(readDefinitions(folder));
  const revision = sha256 === current.sha256 ? current.revision : current.revision + 1;
  return `${JSON.stringify({ revision, sha256 }, null, 2)}\n`;
}
