import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Where root keeps environments when its home is closed to the sandbox's user; not /run, which lies in memory. */
const SYSTEM_FOLDER = "/var/lib/stoa/environments";

/** Whether everyone may pass through a folder and all that are above it. What does not exist yet is ours to open. */
function isPassable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && (found.mode & 0o001) === 0) return false;
  const above = dirname(path);
  return above === path || isPassable(above);
}

/**
 * The folder for environments: the given one, else one below the home. Agents of a server that root runs are another
 * user's processes, and for them a home below /root is closed.
 */
export function findEnvironmentsDirectory(home: string, given: string | undefined): string {
  if (given !== undefined) return resolve(given);
  const own = join(resolve(home), "environments");
  return process.getuid?.() === 0 && !isPassable(own) ? SYSTEM_FOLDER : own;
}
