import { spawnSync } from "node:child_process";
import { chownSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Health } from "@stoa/contract";
import {
  listIdleProcesses,
  listSandboxProcesses,
  waitUntil,
} from "../../runtime/supervisor/python/testing/processes.ts";
import { runDirectory } from "../../server/src/startup/run-directory.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { Market } from "./market.ts";
import type { ProbeInput } from "./probe.ts";
import { Scene } from "./scene.ts";
import { SANDBOX_USER } from "./users.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const SPARES = 2;
/** The time limit for the start of all warm parents, whose imports take seconds, or longer on a busy machine. */
const PARENTS_MS = 90_000;

/** The shipped server, which the probes attack, and everything that they need. */
export interface Stage {
  server: ServerProcess;
  market: Market;
  scene: Scene;
  /** The input of every probe. */
  given: ProbeInput;
  /** Returns everything that ended runs have left behind. The list is empty if nothing remains. */
  listRemains(): string[];
  /** Returns the memory of the server's process in megabytes. */
  getMegabytes(): number;
  close(): Promise<void>;
}

/**
 * Starts the server.
 * @param user the user that runs the server; by default the user of the test
 * @param settings environment variables for the server, in addition to the usual ones
 */
export async function openStage(
  user: number | undefined,
  settings: Record<string, string> = {},
): Promise<Stage> {
  const serverUser = user ?? process.getuid?.() ?? 0;
  const sandboxUser = serverUser === 0 ? SANDBOX_USER : user;
  const scene = await Scene.open(sandboxUser);
  const home = createTemporaryHome(tmpdir());
  if (user !== undefined) chownSync(home, user, user);
  const secret = `stoa-secret-${scene.secret}`;
  const env = {
    STOA_PARENTS: "boot",
    STOA_SPARES: `${SPARES}`,
    STOA_DRAIN_SECONDS: "2",
    STOA_VICTIM: secret,
    ...settings,
  };
  const server = await ServerProcess.start(home, env, user);
  const mounts = readHostMounts();
  const folder = runDirectory(home, serverUser);
  const idle = (await countWarmParents(server)) * listIdleProcesses(SPARES);
  await waitUntil(() => listSandboxProcesses(server.pid).length === idle, PARENTS_MS);
  return {
    server,
    market: new Market(server.url),
    scene,
    given: { ...scene.given, ...describeServer(server, scene) },
    listRemains() {
      const processes = listSandboxProcesses(server.pid).length;
      const [host = ""] = readdirSync(join(folder, "g"));
      const sockets = readdirSync(join(folder, "g", host)).filter((name) => !name.startsWith("p"));
      return [
        ...(processes === idle ? [] : [`${processes} sandbox processes instead of ${idle}`]),
        ...(readHostMounts() === mounts ? [] : ["other mounts than before"]),
        ...sockets.map((name) => `the gateway socket ${name}`),
      ];
    },
    getMegabytes: () => getResidentMegabytes(server.pid),
    async close() {
      const { pid } = server;
      await server.stop();
      const left = findProcessesInGroups(pid);
      await scene.close();
      removeHome(home);
      if (left.length > 0) throw new Error(`processes are left in control groups: ${left.join(" ")}`);
    },
  };
}

/**
 * Returns the number of warm parents that must be ready: one for each environment on this machine, and one that has not
 * imported any packages.
 */
async function countWarmParents(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.url}/api/health`);
  const { runtimes } = Health.parse(await answer.json());
  const python = runtimes.filter(({ name, available }) => available && name !== "n8n");
  return python.length + 1;
}

function describeServer(server: ServerProcess, scene: Scene): ProbeInput {
  const { home, port, databaseUrl, pid } = server;
  const database = new URL(databaseUrl);
  const given = scene.given as Record<"tcp" | "pids" | "sockets", unknown[]>;
  const gateways = Array.from({ length: 300 }, (_, number) => `/host/gateways/${number + 1}`);
  return {
    files: [
      ...["/etc/shadow", "/etc/hostname", "/proc/kcore", "/proc/kallsyms", "/proc/cmdline"],
      ...[
        join(home, "master.key"),
        join(REPOSITORY, "package.json"),
        join(REPOSITORY, "server/dist/main.js"),
      ],
    ],
    folders: [
      "/home",
      "/var",
      "/srv",
      "/boot",
      "/sys",
      "/opt",
      "/root",
      "/host",
      home,
      REPOSITORY,
      "/dev/pts",
    ],
    scratch: "/tmp",
    scratch_folders: [
      "/tmp",
      "/run",
      "/dev/shm",
      "/var",
      "/home",
      "/host",
      "/srv",
      "/mnt",
      "/proc/1/root/tmp",
    ],
    system_folders: [
      "/",
      "/usr",
      "/usr/bin",
      "/etc",
      "/dev",
      "/run",
      "/stoa",
      "/stoa/packages",
      "/environment",
      "/host",
    ],
    system_files: ["/usr/bin/env", "/stoa/stoa_sandbox/monitor.py", "/stoa/packages/stoa/__init__.py"],
    hard_link_from: "/usr/bin/env",
    devices: [
      "/dev/mem",
      "/dev/kmsg",
      "/dev/fuse",
      "/dev/net/tun",
      "/dev/kvm",
      "/dev/tty",
      "/dev/ptmx",
      "/dev/console",
    ],
    mount_place: "/tmp",
    gateway: "/run/gateway.sock",
    pids: [...given.pids, pid, process.pid],
    tcp: [
      ...given.tcp,
      ...[
        ["127.0.0.1", port],
        ["::1", port],
        ["169.254.169.254", 80],
        ["127.0.0.1", Number(database.port || 5432)],
      ],
    ],
    sockets: [...given.sockets, "/host/control/parent", ...gateways],
  };
}

/**
 * Returns the processes that remain in the control groups of a server's runs. A server removes empty groups when it
 * starts again.
 */
function findProcessesInGroups(pid: number): string[] {
  const files = ["-path", `*/stoa-${pid}/*/cgroup.procs`];
  const { stdout } = spawnSync("find", ["/sys/fs/cgroup", ...files, "-exec", "cat", "{}", "+"], {
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

function readHostMounts(): string {
  return readFileSync("/proc/self/mountinfo", "utf8");
}

function getResidentMegabytes(pid: number): number {
  const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  return (Number(pages) * 4096) / (1 << 20);
}

/** Returns the free megabytes on the file system of homes, scratch folders and sockets. */
export function freeMegabytes(): number {
  const { bavail, bsize } = statfsSync("/tmp");
  return (bavail * bsize) / (1 << 20);
}
