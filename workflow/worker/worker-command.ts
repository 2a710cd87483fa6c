import { realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { getSandboxUser } from "@stoa/runtime/sandbox";
import { MAX_DATA_MB, MAX_HEAP_MB } from "../memory/heap-bounds.ts";
import { isolateCommand } from "./worker-walls.ts";

/** Beside the sandboxes' own, so that neither can look into the other's processes; given to nobody either. */
const WORKER_UID = 61_001;

const READ = 0o004;
const PASS = 0o001;

/** Whether every user may read the file or folder and come to it. */
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
 * The user that workers run as where the server is root. Where that user could not read what a worker loads, such as
 * below root's home, there is none and they stay the server's.
 */
function findWorkerUser(needed: readonly string[]): number | undefined {
  return needed.every(isOpenToAll) ? getSandboxUser(WORKER_UID) : undefined;
}

/** What V8 may take of the stack, in kB: half of what the system gives, since native code stands there too. */
const V8_STACK_KB = 4_000;
const STACK_KB = 8_192;

/**
 * Sets the process's bounds and becomes the command. A kernel that is out of memory ends workers before the server.
 * Arguments: the bound of memory in kB, the files of control groups to join, `--`, the command.
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

/** What is said to V8. */
export const NODE_FLAGS = [
  `--max-old-space-size=${MAX_HEAP_MB}`,
  `--stack-size=${V8_STACK_KB}`,
  "--expose-gc",
];

/** What the program loads beside itself: this package, and the others that lie with it. */
const PACKAGE = createRequire(import.meta.url).resolve("zod/package.json");

/**
 * Returns the command of workers whose program this is, which join control groups by these files. The first time it tries
 * what the machine can, for some 20 ms.
 */
export function buildWorkerCommand(
  program: string,
  groupFiles: readonly string[] = [],
): [string, ...string[]] {
  return [
    "/bin/sh",
    ...["-c", START, "sh", String(MAX_DATA_MB * 1024), ...groupFiles, "--"],
    ...isolateCommand(findWorkerUser([process.execPath, program, PACKAGE])),
    ...[process.execPath, ...NODE_FLAGS, program],
  ];
}
