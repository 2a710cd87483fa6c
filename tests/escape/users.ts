import { execFileSync } from "node:child_process";

/** A user that nobody is, for controls: between Debian's and systemd's ids, and none of Stoa's own. */
export const SPARE_USER = 60_998;
/** The user of sandboxes where the server is root; `runtime/supervisor/python/sandbox-user.ts`. */
export const SANDBOX_USER = 61_000;

/** An ordinary user for a server: PostgreSQL insists on one with a name, and this one every Linux has. */
export function ordinaryUser(): number {
  return Number(execFileSync("id", ["-u", "daemon"], { encoding: "utf8" }));
}
