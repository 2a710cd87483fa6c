import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A path inside the repository.
 * @param {...string} parts
 */
export function inRoot(...parts) {
  return join(ROOT, ...parts);
}

/** Files that the scripts create and can recreate; ignored by git. */
export const CACHE = inRoot(".cache");

/** The server's home, independent of the folder in which a script is called. */
export function homeFolder() {
  return process.env.STOA_HOME || inRoot(".stoa");
}
