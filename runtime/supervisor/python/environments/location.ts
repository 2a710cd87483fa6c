import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The folder for root's environments if the sandbox's user cannot read root's home. It is not below /run, which is in
 * memory.
 */
const SYSTEM_FOLDER = "/var/lib/stoa/environments";

/**
 * Returns whether everyone may pass through a folder and all its parents. A folder that does not exist yet counts as
 * passable, because it will be created that way.
 */
function isPassable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && (found.mode & 0o001) === 0) return false;
  const above = dirname(path);
  return above === path || isPassable(above);
}

/**
 * Returns the folder for environments: the configured folder, or a folder in the home folder. If root runs the server,
 * agents run as another user. If that user cannot enter the home folder, returns SYSTEM_FOLDER.
 */
export function findEnvironmentsDirectory(home: string, configuredPath: string | undefined): string {
  if (configuredPath !== undefined) return resolve(configuredPath);
  const own = join(resolve(home), "environments");
  return process.getuid?.() === 0 && !isPassable(own) ? SYSTEM_FOLDER : own;
}
