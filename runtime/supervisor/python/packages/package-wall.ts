import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { boundText } from "@stoa/contract/bounded-text";
import { runCommand } from "../environments/command-output.ts";
import {
  dropPrivileges,
  INNER_ID,
  listPythonFolders,
  listSystemFolders,
  SANDBOX_CODE,
  SANDBOX_PACKAGES,
  type SandboxSetup,
} from "../sandbox-command.ts";

const MIB = 1 << 20;
/** The maximum output of uv to keep. uv explains a conflict in a few lines. */
const MOST_OUTPUT_BYTES = 64 * 1024;
/** The interval at which the folder's size is measured. A disk can write a few hundred megabytes in this time. */
const MEASURE_MS = 500;
/** The memory limit. uv needs 300 MiB to resolve and unpack the largest allowed environment. */
const MEMORY_BYTES = 1024 * MIB;
/** The maximum size of a file. Files in packages are far smaller, because downloads are limited to 400 MB. */
const FILE_BYTES = 1024 * MIB;
/** The limit on processor time. Compiling the largest allowed environment takes a minute. */
const CPU_SECONDS = 600;
/**
 * The maximum number of files. The largest environments have 30,000 files, as many folders of bytecode, and the same
 * number again in uv's cache.
 */
const MOST_FILES = 200_000;
/** The folder for uv's cache and temporary files, within the only folder that uv may write to. */
export const SCRATCH_FOLDER = ".scratch";
const SCRATCH = `${SANDBOX_PACKAGES}/${SCRATCH_FOLDER}`;
const WALL_RELAY = "/run/index.sock";
const WALL_UV = "/run/uv";

/** The folders and files in which common distributions store certificates. */
const CERTIFICATES = [
  "/etc/ssl/certs",
  "/etc/pki/tls/certs",
  "/etc/pki/ca-trust/extracted",
  "/etc/ca-certificates",
];

export interface WallJob {
  setup: SandboxSetup;
  /** The real path of uv on this machine. */
  uv: string;
  /** uv's settings. No other environment variables of the server are passed on. */
  environment: Readonly<Record<string, string>>;
  /** The only folder that uv may write to. Inside the sandbox it is /environment. */
  folder: string;
  /** uv's arguments. */
  arguments: readonly string[];
  /** The socket of the relay. If undefined, there is no network access at all. */
  relay: string | undefined;
  timeoutMs: number;
  /** The maximum size of the folder, in bytes on disk. */
  maxBytes: number;
}

export type WallEnd =
  | { kind: "done" }
  | { kind: "failed"; output: string }
  | { kind: "late" }
  /** The folder became larger than allowed. */
  | { kind: "full" };

function bindIfPresent(path: string): string[] {
  return existsSync(path) ? ["--ro-bind", path, path] : [];
}

/** Returns the command that runs uv in its own sandbox. */
function buildWallCommand(job: WallJob): string[] {
  const { setup, folder, relay } = job;
  const { SSL_CERT_FILE } = process.env;
  const own = SSL_CERT_FILE !== undefined && existsSync(SSL_CERT_FILE) ? SSL_CERT_FILE : undefined;
  const program = {
    command: [WALL_UV, ...job.arguments],
    relay: relay === undefined ? null : WALL_RELAY,
    environment: {
      PATH: "/usr/bin:/bin",
      // Everything that uv writes must be in the folder whose size is measured.
      HOME: SCRATCH,
      TMPDIR: SCRATCH,
      UV_CACHE_DIR: `${SCRATCH}/cache`,
      LANG: "C.UTF-8",
      // Two cores are enough, and each thread reserves memory.
      RAYON_NUM_THREADS: "2",
      TOKIO_WORKER_THREADS: "2",
      UV_CONCURRENT_DOWNLOADS: "8",
      UV_CONCURRENT_INSTALLS: "2",
      UV_PYTHON_DOWNLOADS: "never",
      UV_NO_PROGRESS: "1",
      // A developer is waiting. With uv's default of three retries, an index that is down takes 15 s.
      UV_HTTP_RETRIES: "1",
      ...(own !== undefined && { SSL_CERT_FILE: "/run/certificates.pem" }),
      ...job.environment,
    },
    limits: {
      RLIMIT_CPU: CPU_SECONDS,
      RLIMIT_DATA: MEMORY_BYTES,
      RLIMIT_FSIZE: FILE_BYTES,
      RLIMIT_CORE: 0,
      RLIMIT_NOFILE: 1024,
    },
  };
  return [
    ...dropPrivileges(setup.dropToUid),
    setup.bubblewrap,
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"],
    ...["--uid", INNER_ID, "--gid", INNER_ID, "--hostname", "stoa"],
    ...listSystemFolders(),
    ...listPythonFolders(setup.python).flatMap((path) => ["--ro-bind", path, path]),
    ...["--ro-bind", setup.codeDirectory, SANDBOX_CODE],
    ...(setup.proc === "mount" ? ["--proc", "/proc"] : ["--bind", "/proc", "/proc"]),
    ...["--dev", "/dev", "--dir", "/tmp", "--dir", "/run"],
    ...CERTIFICATES.flatMap(bindIfPresent),
    ...(own === undefined ? [] : ["--ro-bind", own, "/run/certificates.pem"]),
    ...["--ro-bind", job.uv, WALL_UV],
    ...(relay === undefined ? [] : ["--bind", relay, WALL_RELAY]),
    ...["--bind", folder, SANDBOX_PACKAGES],
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", SANDBOX_PACKAGES],
    ...[setup.python.executable, "-I", "-S", "-B", `${SANDBOX_CODE}/stoa_sandbox/package_wall.py`],
    JSON.stringify(program),
  ];
}

async function readNumber(command: readonly string[]): Promise<number> {
  // Files may disappear during the count. du reports this as an error, but still prints its sum.
  const output = await runCommand(command, { timeoutMs: 30_000 }).catch(() => "0");
  return Number.parseInt(output, 10) || 0;
}

/** Returns the size of a folder on disk, in bytes. A file with several names counts once. */
export function measureFolder(folder: string): Promise<number> {
  return readNumber(["du", "-s", "--block-size=1", folder]);
}

async function isFull({ folder, maxBytes }: WallJob): Promise<boolean> {
  if ((await measureFolder(folder)) > maxBytes) return true;
  return (await readNumber(["du", "-s", "--inodes", folder])) > MOST_FILES;
}

/** Runs uv in its sandbox until it ends. Never rejects. */
export async function runBehindWall(job: WallJob): Promise<WallEnd> {
  const [program = "", ...args] = buildWallCommand(job);
  const child = spawn(program, args, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < MOST_OUTPUT_BYTES) output += text;
  });
  let stopped: WallEnd | undefined;
  function stop(end: WallEnd): void {
    stopped ??= end;
    child.kill("SIGKILL");
  }
  const timer = setTimeout(stop, job.timeoutMs, { kind: "late" });
  let measuring = false;
  const measure = setInterval(() => {
    if (measuring) return;
    measuring = true;
    void isFull(job).then((full) => {
      if (full) stop({ kind: "full" });
      measuring = false;
    });
  }, MEASURE_MS);
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve(null);
    });
    // "close" is emitted after the last process of the sandbox has closed its output.
    child.on("close", resolve);
  });
  clearTimeout(timer);
  clearInterval(measure);
  if (stopped) return stopped;
  if (await isFull(job)) return { kind: "full" };
  return code === 0 ? { kind: "done" } : { kind: "failed", output: boundText(output) };
}
