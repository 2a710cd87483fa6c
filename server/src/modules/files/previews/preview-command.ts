import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { dropPrivileges, getSandboxUser, INNER_ID, listSystemFolders } from "@stoa/runtime/sandbox";

/** A user ID that is used for nothing else, in the range of the database's and the embedder's. */
const PREVIEWS_UID = 60_973;
/** The memory of the process in kB: 60 MB of the program, an image of 25 MB, and twice the 200 MB of a decoded image. */
const MEMORY_KB = 640 * 1024;
/** The program itself needs little of JavaScript's memory: images are outside it. */
const HEAP_MB = 64;
/** The program needs its pipes and the files of its libraries. */
const OPEN_FILES = 64;

/** Limits the process and replaces it with the command. If memory runs out, the kernel ends it before the server. */
const LIMIT = `
ulimit -c 0
ulimit -d ${MEMORY_KB}
ulimit -n ${OPEN_FILES}
{ echo 500 >/proc/self/oom_score_adj; } 2>/dev/null
exec "$@"
`;

/** The packages that the program loads. They are beside each other in a folder of an installation. */
const PACKAGES = ["sharp", "@img", "detect-libc", "semver"];

/** The environment of bubblewrap. The program gets an empty one. */
export const PREVIEWS_ENVIRONMENT = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" };

/**
 * Returns the commands that start the program without network, in a file system that has only what the program loads. The
 * first one that works is used: the user without privileges may be unable to read an installation below root's home.
 */
export function buildPreviewCommands(program: string): string[][] {
  const sandbox = buildSandbox(program);
  const user = dropPrivileges(getSandboxUser(PREVIEWS_UID));
  const commands = user.length > 0 ? [[...user, ...sandbox], sandbox] : [sandbox];
  return commands.map((command) => ["/bin/sh", "-c", LIMIT, "sh", ...command]);
}

/** @throws Error if the packages are not installed, because they do not exist for this machine */
function findPackages(program: string): string {
  const folders = createRequire(program).resolve.paths("sharp") ?? [];
  const found = folders.find((folder) => PACKAGES.every((name) => existsSync(join(folder, name))));
  if (found === undefined) throw new Error("the packages for previews are not installed");
  return found;
}

function buildSandbox(program: string): string[] {
  const packages = findPackages(program);
  const folders = [dirname(program), ...PACKAGES.map((name) => join(packages, name))];
  const node = process.execPath.startsWith("/usr/") ? [] : [process.execPath];
  return [
    "bwrap",
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"],
    ...["--uid", INNER_ID, "--gid", INNER_ID, "--hostname", "stoa"],
    ...listSystemFolders(),
    ...[...folders, ...node].flatMap((path) => ["--ro-bind", path, path]),
    ...["--proc", "/proc", "--dev", "/dev", "--dir", "/tmp"],
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"],
    ...[process.execPath, `--max-old-space-size=${HEAP_MB}`, program],
  ];
}
