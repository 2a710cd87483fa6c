import { userInfo } from "node:os";

/** Who types a command, as the audit log names them: a user of this machine, by number where it has no name. */
export function actorOnThisMachine(user: () => { username: string } = userInfo): string {
  try {
    return `operator:${user().username}`;
  } catch {
    return `operator:uid-${process.getuid?.() ?? "unknown"}`;
  }
}
