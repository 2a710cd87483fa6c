import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { LONGEST_SOCKET_PATH } from "./gateway-socket.ts";

/** A folder of gateway sockets. */
export interface SocketFolder {
  readonly path: string;
  /** Returns a path for the next run's gateway socket. */
  createSocketPath(): string;
  remove(): void;
}

/** The part of a run directory that belongs to one host process. It contains the gateway sockets of most runs. */
export interface HostDirectory extends SocketFolder {
  /**
   * Creates a folder for the gateway sockets of runs whose warm parent must not see the sockets of other
   * runs.
   */
  makeSocketFolder(): SocketFolder;
  /** Creates a folder for a warm parent's socket. Only the owner (this process's user by default) can enter it. */
  makeParentFolder(ownerUid: number | undefined): string;
}

/** The length of the longest socket path below the run directory. */
const LONGEST_SUFFIX = "/g/4194304-ffffffff/s9999/99999999".length;

/** Reports that the directory cannot be used. `message` and `remedy` are for the operator. */
export class UnusableRunDirectory extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns whether the directory's host has ended. In a container, the next host can have the same process ID. */
function isLeftBehind(path: string, pid: number): boolean {
  if (pid !== process.pid) return !isAlive(pid);
  const processStart = Date.now() - process.uptime() * 1000;
  return statSync(path).ctimeMs < processStart;
}

/** Removes the directories that killed hosts left behind. */
function sweepDeadHosts(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (isLeftBehind(path, Number.parseInt(name, 10))) rmSync(path, { recursive: true, force: true });
  }
}

/** Creates a directory that others may pass through but not list. */
function makePassage(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
}

/**
 * Creates `<runDirectory>/g/<pid>-<random>` with mode 0711.
 * @throws UnusableRunDirectory if the path is too long or the run directory belongs to another user
 */
export function openRunDirectory(runDirectory: string): HostDirectory {
  if (Buffer.byteLength(runDirectory) + LONGEST_SUFFIX > LONGEST_SOCKET_PATH) {
    throw new UnusableRunDirectory(
      `The run directory's path is too long for a Unix socket: ${runDirectory}`,
      `Choose a path of at most ${LONGEST_SOCKET_PATH - LONGEST_SUFFIX} bytes, such as /run/stoa.`,
    );
  }
  mkdirSync(runDirectory, { recursive: true });
  if (statSync(runDirectory).uid !== process.getuid?.()) {
    throw new UnusableRunDirectory(
      `The run directory ${runDirectory} belongs to another user.`,
      "Choose a directory that only this user can change.",
    );
  }
  makePassage(runDirectory);
  const parent = join(runDirectory, "g");
  makePassage(parent);
  sweepDeadHosts(parent);
  const own = join(parent, `${process.pid}-${randomBytes(4).toString("hex")}`);
  makePassage(own);
  let lastRun = 0;
  let lastFolder = 0;
  let lastParent = 0;
  const openFolder = (path: string): SocketFolder => ({
    path,
    createSocketPath: () => join(path, String(++lastRun)),
    remove: () => rmSync(path, { recursive: true, force: true }),
  });
  return {
    ...openFolder(own),
    makeSocketFolder() {
      const folder = join(own, `s${++lastFolder}`);
      makePassage(folder);
      return openFolder(folder);
    },
    makeParentFolder(ownerUid) {
      const folder = join(own, `p${++lastParent}`);
      mkdirSync(folder, { mode: 0o700 });
      if (ownerUid !== undefined) chownSync(folder, ownerUid, ownerUid);
      return folder;
    },
  };
}
