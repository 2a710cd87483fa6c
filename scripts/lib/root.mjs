import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A path inside the repository.
 * @param {...string} parts
 */
export function inRoot(...parts) {
  return join(ROOT, ...parts);
}

/** What the scripts make and may make again; ignored by git. */
export const CACHE = inRoot(".cache");

/** The server's home: the same from whichever folder a script is called. */
export function homeFolder() {
  return process.env.STOA_HOME || inRoot(".stoa");
}
