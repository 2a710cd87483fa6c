import { spawnSync } from "node:child_process";

/**
 * A user that nothing else runs as, in the range that neither distributions nor systemd give out; the database has the
 * number before it.
 */
const EMBEDDER_UID = 60_972;

/**
 * The user that the embedder runs as when this process is root: it reads other people's texts and needs no rights. An
 * empty object, for this process's own user, where that one cannot read the program, as in a folder below /root.
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
