import { spawnSync } from "node:child_process";

/**
 * A user id for nothing else, in a range that neither distributions nor systemd assign. The database uses the id
 * before it.
 */
const EMBEDDER_UID = 60_972;

/**
 * Returns the user that the embedder runs as if this process is root, because it reads other people's texts and needs
 * no rights. Returns an empty object, for this process's own user, if that user cannot read the program, for example
 * below /root.
 */
export function embedderUser(program: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const user = { uid: EMBEDDER_UID, gid: EMBEDDER_UID };
  const test = 'test -x "$1" && test -r "$2"';
  const { status } = spawnSync("/bin/sh", ["-c", test, "sh", process.execPath, program], {
    ...user,
    cwd: "/",
    stdio: "ignore",
  });
  return status === 0 ? user : {};
}
