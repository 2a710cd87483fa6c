import { spawnSync } from "node:child_process";
import { dropPrivileges } from "@stoa/runtime/sandbox";

/** The folders of the system's programs. A worker's command starts nothing else. */
export const SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

/** The programs only start another command, so this is enough even for a slow machine. */
const TRY_MS = 5_000;

/**
 * Returns whether a command can be started with this prefix. A container may forbid the prefix, and another system may
 * lack its programs.
 */
function canRun([program, ...args]: readonly string[]): boolean {
  if (program === undefined) return false;
  const options = { env: { PATH: SYSTEM_PATH }, stdio: "ignore", timeout: TRY_MS } as const;
  return spawnSync(program, [...args, "true"], options).status === 0;
}

/** The prefixes that remove the network, one for root and one that uses a user namespace. */
const NO_NETWORK = [
  ["unshare", "--net", "--ipc", "--"],
  ["unshare", "--user", "--net", "--ipc", "--"],
];

/**
 * The prefix with which the kernel ends the worker together with the server. It must come last, because changing the
 * user resets it.
 */
const ENDED_WITH_SERVER = ["setpriv", "--pdeathsig", "KILL", "--"];

/** The prefix for each user. It is determined once per process. */
const tried = new Map<number | undefined, string[]>();

/**
 * Returns the prefix of a worker's command that isolates it, as far as the machine allows. Workers interpret authors'
 * code and never execute it directly, so this is a second line of defense.
 * @param user the user ID of the worker if it differs from the server's
 */
export function buildIsolateCommand(user: number | undefined): readonly string[] {
  const cached = tried.get(user);
  if (cached) return cached;
  const network = NO_NETWORK.find(canRun) ?? [];
  const walls = [...network, ...[dropPrivileges(user), ENDED_WITH_SERVER].filter(canRun).flat()];
  tried.set(user, walls);
  return walls;
}
