import { realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { getSandboxUser } from "@stoa/runtime/sandbox";
import { MAX_DATA_MB } from "../memory/heap-bounds.ts";
import { NODE_FLAGS } from "./node-flags.ts";
import { buildIsolateCommand } from "./worker-walls.ts";

/**
 * The user ID of workers. It differs from the user ID of the sandboxes, so that workers and sandboxes cannot look into
 * each other's processes. No account has this ID.
 */
const WORKER_UID = 61_001;

const READ = 0o004;
const PASS = 0o001;

/** Returns whether every user may reach and read the file or folder. */
function isOpenToAll(path: string): boolean {
  let at = realpathSync(path);
  if ((statSync(at).mode & READ) === 0) return false;
  while (at !== dirname(at)) {
    at = dirname(at);
    if ((statSync(at).mode & PASS) === 0) return false;
  }
  return true;
}

/**
 * Returns the user for the workers of a root server. Returns undefined, so that workers run as the server's user, if
 * this user cannot read the files that a worker loads, for example below root's home.
 */
function findWorkerUser(needed: readonly string[]): number | undefined {
  return needed.every(isOpenToAll) ? getSandboxUser(WORKER_UID) : undefined;
}

/** The system's limit of the stack, in kB. */
const STACK_KB = 8_192;

/**
 * Sets the limits of the process and replaces it with the command. If memory runs out, the kernel kills workers before
 * the server. Arguments: the memory limit in kB, the files of control groups to join, `--`, the command.
 */
const START = `
ulimit -c 0
ulimit -s ${STACK_KB} 2>/dev/null
ulimit -d "$1" 2>/dev/null
{ echo 500 >/proc/self/oom_score_adj; } 2>/dev/null
shift
while [ "$1" != -- ]; do
  { echo 0 >"$1"; } 2>/dev/null
  shift
done
shift
exec "$@"
`;

/** A file of a package that the program loads. It shows whether the packages are readable. */
const PACKAGE = createRequire(import.meta.url).resolve("zod/package.json");

/**
 * Returns the command that starts workers with this program, in the control groups to which these files belong. The
 * first call takes about 20 ms to find out what the machine supports.
 */
export function buildWorkerCommand(
  program: string,
  groupFiles: readonly string[] = [],
): [string, ...string[]] {
  return [
    "/bin/sh",
    ...["-c", START, "sh", String(MAX_DATA_MB * 1024), ...groupFiles, "--"],
    ...buildIsolateCommand(findWorkerUser([process.execPath, program, PACKAGE])),
    ...[process.execPath, ...NODE_FLAGS, program],
  ];
}
