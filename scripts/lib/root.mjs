import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns a path inside the repository.
 * @param {...string} parts
 */
export function resolveFromRoot(...parts) {
  return join(ROOT, ...parts);
}

/** Files that the scripts create and can recreate; ignored by git. */
export const CACHE = resolveFromRoot(".cache");

/** Returns the server's home, which does not depend on the folder in which a script is called. */
export function getHomeFolder() {
  return process.env.STOA_HOME || resolveFromRoot(".stoa");
}
