import { userInfo } from "node:os";

/** Returns the operator's name for the audit log: the user of this machine, or the user id if it has no name. */
export function getLocalActor(user: () => { username: string } = userInfo): string {
  try {
    return `operator:${user().username}`;
  } catch {
    return `operator:uid-${process.getuid?.() ?? "unknown"}`;
  }
}
