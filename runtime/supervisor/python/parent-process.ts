import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { PARENT_FILTER_FILE } from "./installation.ts";
import { COMPLAINT_BYTES } from "./launcher.ts";
import type { RunGroups } from "./run-groups/index.ts";
import {
  buildParentCommand,
  type ParentFolders,
  type ParentSetup,
  type SandboxSetup,
} from "./sandbox-command.ts";

/** The parent's socket in its control folder; `stoa_sandbox/surroundings.py` contains the same name. */
const CONTROL_SOCKET = "parent";
/**
 * The time limit for starting a parent. Its imports take one to three seconds, and far longer on a machine that is
 * swapping.
 */
const START_LIMIT_MS = 60_000;

/** A warm parent: a process that forks a sandbox for each connection. */
export interface ParentProcess {
  /** Resolves to true once the parent accepts runs, or to false if it ends before that. */
  readonly ready: Promise<boolean>;
  /** Resolves to the text on stderr once all processes of the parent and its runs have ended. Never rejects. */
  readonly gone: Promise<{ stderr: string }>;
  /** Returns the text that the parent has written to stderr so far. */
  getStderr(): string;
  /** Opens a connection for one run. Rejects if the parent does not accept it. */
  connect(): Promise<Socket>;
  /** Ends the parent and all its runs. */
  kill(): void;
}

/**
 * Opens a file only as a reference, without reading it or following a link (open(2)). Node has no constant for the
 * first flag.
 */
const NAME_ONLY = 0o10000000 | constants.O_NOFOLLOW;

/**
 * Connects to a socket that the parent created. An untrusted parent could replace it with a link to any other socket of
 * this machine, so the connection goes to the same file that was checked.
 */
async function connectTo(path: string): Promise<Socket> {
  const named = openSync(path, NAME_ONLY);
  try {
    if (!fstatSync(named).isSocket()) throw new Error(`${path} is not a socket`);
    const socket = connect(`/proc/self/fd/${named}`);
    await once(socket, "connect");
    return socket;
  } finally {
    closeSync(named);
  }
}

/** The first descriptor of the groups in the parent. They come after the ready pipe. */
const FIRST_GROUP_DESCRIPTOR = 4;

/** Starts a warm parent. Its runs join `groups`, which are removed when it ends. Throws if it cannot be started. */
export function startParent(
  setup: SandboxSetup,
  folders: ParentFolders,
  parent: ParentSetup,
  groups: RunGroups | undefined,
): ParentProcess {
  const { descriptors = [], parentDescriptors = [] } = groups ?? {};
  const filter = parent.isTrusted
    ? undefined
    : openSync(join(setup.codeDirectory, PARENT_FILTER_FILE), constants.O_RDONLY);
  let next = FIRST_GROUP_DESCRIPTOR;
  const inParent = {
    groups: descriptors.map((group) => group.map(() => next++)),
    ownGroup: parentDescriptors.map(() => next++),
    filter: filter === undefined ? undefined : next++,
  };
  const inherited = [...descriptors.flat(), ...parentDescriptors, ...(filter === undefined ? [] : [filter])];
  const [command, ...args] = buildParentCommand(setup, folders, { ...parent, ...inParent });
  if (command === undefined) throw new Error("the command of the warm parent is empty");
  // Start in `/`, because the sandbox's user might not have access to the server's working directory.
  const child = spawn(command, args, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
    stdio: ["ignore", "ignore", "pipe", "pipe", ...inherited],
  });
  groups?.close();
  if (filter !== undefined) closeSync(filter);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-COMPLAINT_BYTES);
  });
  const gone = new Promise<{ stderr: string }>((resolve) => {
    child.on("error", (error) => resolve({ stderr: `${stderr}${error.message}` }));
    child.on("close", () => resolve({ stderr }));
  });
  void gone.then(() => groups?.remove());
  const patience = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
  const ready = new Promise<boolean>((resolve) => {
    child.stdio?.[3]?.once("data", () => resolve(true)).on("error", () => resolve(false));
    void gone.then(() => resolve(false));
  });
  void ready.then(() => clearTimeout(patience));
  return {
    ready,
    gone,
    getStderr: () => stderr,
    connect: () => connectTo(join(folders.control, CONTROL_SOCKET)),
    kill: () => void child.kill("SIGKILL"),
  };
}
