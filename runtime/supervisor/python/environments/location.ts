import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The folder for root's environments if the sandbox's user cannot read root's home. Not /run, which is in
 * memory.
 */
const SYSTEM_FOLDER = "/var/lib/stoa/environments";

/**
 * Returns whether everyone may pass through a folder and all folders above it. Folders that do not exist yet
 * count as passable, because they are created that way.
 */
function isPassable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && (found.mode & 0o001) === 0) return false;
  const above = dirname(path);
  return above === path || isPassable(above);
}

/**
 * Returns the folder for environments: the given one, or one in the home folder. The agents of a root server run as
 * another user, for whom a home below /root is closed.
 */
export function findEnvironmentsDirectory(home: string, configuredPath: string | undefined): string {
  if (configuredPath !== undefined) return resolve(configuredPath);
  const own = join(resolve(home), "environments");
  return process.getuid?.() === 0 && !isPassable(own) ? SYSTEM_FOLDER : own;
}
