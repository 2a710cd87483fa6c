import { execFileSync } from "node:child_process";

/** An unused user id for controls. It is between the ids that Debian and systemd use, and Stoa does not use it. */
export const SPARE_USER = 60_998;
/** The user of sandboxes if the server runs as root; see `runtime/supervisor/python/sandbox-user.ts`. */
export const SANDBOX_USER = 61_000;

/**
 * Returns an ordinary user that can run a server. PostgreSQL requires a user with a name, and this one exists on every
 * Linux system.
 */
export function findOrdinaryUser(): number {
  return Number(execFileSync("id", ["-u", "daemon"], { encoding: "utf8" }));
}
