import { execFileSync } from "node:child_process";

/** An unused user id for controls: between Debian's and systemd's ids, and different from Stoa's. */
export const SPARE_USER = 60_998;
/** The user of sandboxes if the server runs as root; see `runtime/supervisor/python/sandbox-user.ts`. */
export const SANDBOX_USER = 61_000;

/** Returns an ordinary user for a server: PostgreSQL requires one with a name, and every Linux has this one. */
export function findOrdinaryUser(): number {
  return Number(execFileSync("id", ["-u", "daemon"], { encoding: "utf8" }));
}
