import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { sandboxUser } from "@stoa/runtime/sandbox";

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
export function findWorkerUser(needed: readonly string[]): number | undefined {
  return needed.every(isOpenToAll) ? sandboxUser(WORKER_UID) : undefined;
}
