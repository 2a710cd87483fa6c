import { spawnSync } from "node:child_process";
import { dropPrivileges } from "@stoa/runtime/sandbox";

/** Where the system's own programs lie; nothing else is started by a worker's command. */
export const SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

/** Each of them does nothing but become another command: a machine that cannot say so in this time is of no use. */
const TRY_MS = 5_000;

/** Whether a command can be begun by these words here: a container may forbid it, another system not know it. */
function canRun([program, ...words]: readonly string[]): boolean {
  if (program === undefined) return false;
  const options = { env: { PATH: SYSTEM_PATH }, stdio: "ignore", timeout: TRY_MS } as const;
  return spawnSync(program, [...words, "true"], options).status === 0;
}

/** No network, by root's right or by that of a namespace of one's own. */
const NO_NETWORK = [
  ["unshare", "--net", "--ipc", "--"],
  ["unshare", "--user", "--net", "--ipc", "--"],
];

/** The kernel ends it with the server, whatever it does. After all else: who changes its user loses this. */
const ENDED_WITH_SERVER = ["setpriv", "--pdeathsig", "KILL", "--"];

/** Tried once in a process, by user. */
const tried = new Map<number | undefined, string[]>();

/**
 * What stands between a worker and the machine, as far as the machine offers it: words before its command. A worker
 * needs no walls to be safe, since what it runs is interpreted; they are for the day on which that is not so.
 * @param user that it runs as instead of the server's
 */
export function isolateCommand(user: number | undefined): readonly string[] {
  const known = tried.get(user);
  if (known) return known;
  const network = NO_NETWORK.find(canRun) ?? [];
  const walls = [...network, ...[dropPrivileges(user), ENDED_WITH_SERVER].filter(canRun).flat()];
  tried.set(user, walls);
  return walls;
}
