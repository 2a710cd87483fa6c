import { existsSync, lstatSync } from "node:fs";

/** An interpreter as the probe found it. */
export interface PythonInstallation {
  /** The real path of the interpreter, no link and no shim. */
  executable: string;
  /** The folder that holds its standard library. */
  prefix: string;
  version: string;
}

/** Everything that a sandbox's command line depends on. */
export interface SandboxSetup {
  python: PythonInstallation;
  bubblewrap: string;
  /** The user that sandboxes run as when the host is root; otherwise they run as the host's user. */
  dropToUid: number | undefined;
  /** The installed copy of our Python code, readable by that user. */
  codeDirectory: string;
  /** `mount`: a new /proc. `bind`: the host's, where a container masks parts of it and forbids a new one. */
  proc: "mount" | "bind";
}

const SANDBOX_CODE = "/stoa";
const SANDBOX_GATEWAY = "/run/gateway.sock";
/** A user without meaning on the system, the same in each sandbox. */
const INNER_ID = "1000";

/** Real root straight into bubblewrap escapes process limits and keeps capabilities: it drops its user first. */
export function dropPrivileges(uid: number | undefined): string[] {
  if (uid === undefined) return [];
  const id = String(uid);
  return ["setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--inh-caps=-all", "--"];
}

function systemFolders(): string[] {
  const folders = ["--ro-bind", "/usr", "/usr"];
  for (const path of ["/lib", "/lib64"]) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) folders.push("--symlink", `usr${path}`, path);
    else folders.push("--ro-bind", path, path);
  }
  if (existsSync("/etc/ld.so.cache")) {
    folders.push("--dir", "/etc", "--ro-bind", "/etc/ld.so.cache", "/etc/ld.so.cache");
  }
  return folders;
}

/** Folders that the interpreter needs beyond /usr. */
export function foldersOfPython(python: PythonInstallation): string[] {
  return python.prefix === "/usr" || python.prefix.startsWith("/usr/") ? [] : [python.prefix];
}

/**
 * The command of one cold sandbox; its control socket is descriptor 3.
 * Never with `--disable-userns`: the monitor makes a user namespace of its own inside.
 */
export function coldSandboxCommand(setup: SandboxSetup, gatewaySocket: string | undefined): string[] {
  const pythonFolders = foldersOfPython(setup.python).flatMap((folder) => ["--ro-bind", folder, folder]);
  const gateway = gatewaySocket === undefined ? [] : ["--bind", gatewaySocket, SANDBOX_GATEWAY];
  return [
    ...dropPrivileges(setup.dropToUid),
    setup.bubblewrap,
    ...["--unshare-all", "--die-with-parent", "--new-session"],
    ...["--uid", INNER_ID, "--gid", INNER_ID, "--hostname", "stoa"],
    "--clearenv",
    ...["--setenv", "LANG", "C.UTF-8"],
    // Sets come out in the same order in each run; -I would ignore this, and the cleared environment needs no -I.
    ...["--setenv", "PYTHONHASHSEED", "0"],
    // Each further malloc arena reserves 64 MiB of the agent's address space.
    ...["--setenv", "MALLOC_ARENA_MAX", "2"],
    ...systemFolders(),
    ...pythonFolders,
    ...["--ro-bind", setup.codeDirectory, SANDBOX_CODE],
    ...["--dir", "/run", ...gateway],
    ...(setup.proc === "mount" ? ["--proc", "/proc"] : ["--bind", "/proc", "/proc"]),
    ...["--dev", "/dev", "--dir", "/tmp", "--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--chdir", "/"],
    setup.python.executable,
    ...["-s", "-S", "-B"],
    `${SANDBOX_CODE}/stoa_sandbox/cold.py`,
  ];
}
