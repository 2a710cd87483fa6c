import { spawn } from "node:child_process";
import { Socket } from "node:net";
import type { SocketFolder } from "./run-directory.ts";
import { buildColdSandboxCommand, type SandboxSetup } from "./sandbox-command.ts";

/** A sandbox that waits for its only job on `control`. */
export interface Sandbox {
  control: Socket;
  /** Resolves to the text on stderr once all processes of the sandbox have ended. Never rejects. */
  gone: Promise<{ stderr: string }>;
  /** Whether the sandbox is a fork of a warm parent, so that it is lost if the parent is. */
  isFork: boolean;
  kill(): void;
}

/** Starts sandboxes, either as new processes or as forks of a warm parent. */
export interface SandboxLauncher {
  /** The launcher that starts sandboxes without a warm parent: this launcher itself, or its fallback. */
  readonly cold: SandboxLauncher;
  /** The folder for the gateway sockets of the launcher's runs, if it is not the default folder. */
  readonly sockets?: SocketFolder;
  /**
   * Starts a sandbox. `gatewaySocket` is the path of the run's socket, if it has one. `onWait` is called if the sandbox
   * waits for a parent that imports its modules. Rejects if the process cannot be started.
   */
  launch(gatewaySocket: string | undefined, onWait?: () => void): Promise<Sandbox>;
  /** Resolves once the processes of every sandbox have ended. */
  close(): Promise<void>;
}

/** The number of bytes of stderr to keep. bubblewrap and Python explain an error in a few lines. */
export const COMPLAINT_BYTES = 8 * 1024;

/** Returns a launcher that starts one bubblewrap process and one Python process per sandbox. */
export function createColdLauncher(setup: SandboxSetup): SandboxLauncher {
  const alive = new Set<Promise<unknown>>();
  const launcher: SandboxLauncher = {
    get cold() {
      return launcher;
    },
    async launch(gatewaySocket) {
      const [command, ...args] = buildColdSandboxCommand(setup, gatewaySocket);
      if (command === undefined) throw new Error("the sandbox command is empty");
      // Start in `/`, because the sandbox's user might not have access to the server's working directory.
      const child = spawn(command, args, {
        cwd: "/",
        env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
        stdio: ["ignore", "ignore", "pipe", "pipe"],
      });
      let stderr = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        stderr = (stderr + text).slice(0, COMPLAINT_BYTES);
      });
      const gone = new Promise<{ stderr: string }>((resolve) => {
        child.on("error", (error) => resolve({ stderr: `${stderr}${error.message}` }));
        child.on("close", () => resolve({ stderr }));
      });
      // If there are no free descriptors, Node returns a child without streams.
      const control = child.stdio?.[3];
      if (!(control instanceof Socket)) throw new Error("failed to start the sandbox process");
      alive.add(gone);
      void gone.then(() => alive.delete(gone));
      return { control, gone, isFork: false, kill: () => void child.kill("SIGKILL") };
    },
    async close() {
      await Promise.all(alive);
    },
  };
  return launcher;
}
