import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { COMPLAINT_BYTES } from "./launcher.ts";
import type { RunGroups } from "./run-groups/index.ts";
import {
  buildParentCommand,
  type ParentFolders,
  type ParentSetup,
  type SandboxSetup,
} from "./sandbox-command.ts";

/** The parent's socket in its control folder; `stoa_sandbox/surroundings.py` names it too. */
const CONTROL_SOCKET = "parent";
/** A parent's imports take one to three seconds, or up to this long on a machine that is swapping. */
const START_LIMIT_MS = 60_000;

/** A warm parent: a process that forks a sandbox for each connection. */
export interface ParentProcess {
  /** Resolves to true once the parent accepts runs, or to false if it ends before that. */
  readonly ready: Promise<boolean>;
  /** Resolves to the text on stderr once all processes of the parent and its runs are gone. Never rejects. */
  readonly gone: Promise<{ stderr: string }>;
  /** Returns the text that the parent has written to stderr so far. */
  getStderr(): string;
  /** Opens a connection, which is one run. Rejects if the parent does not accept it. */
  connect(): Promise<Socket>;
  /** Ends the parent and all its runs. */
  kill(): void;
}

/** The first descriptor of the groups in the parent: they follow the ready pipe. */
const FIRST_GROUP_DESCRIPTOR = 4;

/** Starts a warm parent. Its runs join `groups`, which are removed with it. Throws if it cannot be started. */
export function startParent(
  setup: SandboxSetup,
  folders: ParentFolders,
  parent: ParentSetup,
  groups: RunGroups | undefined,
): ParentProcess {
  const descriptors = groups?.descriptors ?? [];
  let next = FIRST_GROUP_DESCRIPTOR;
  const inParent = descriptors.map((group) => group.map(() => next++));
  const [command, ...args] = buildParentCommand(setup, folders, { ...parent, groups: inParent });
  if (command === undefined) throw new Error("the command of the warm parent is empty");
  // cwd: the host's folder may be closed to the sandbox's user.
  const child = spawn(command, args, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
    stdio: ["ignore", "ignore", "pipe", "pipe", ...descriptors.flat()],
  });
  groups?.close();
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
    connect: () =>
      new Promise((resolve, reject) => {
        const socket = connect(join(folders.control, CONTROL_SOCKET));
        socket.once("error", reject);
        socket.once("connect", () => {
          socket.off("error", reject);
          resolve(socket);
        });
      }),
    kill: () => void child.kill("SIGKILL"),
  };
}
