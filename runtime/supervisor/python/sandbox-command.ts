import { existsSync, lstatSync } from "node:fs";
import { TIKTOKEN_FOLDER } from "./environments/environment.ts";
import { SYSTEM_FOLDER } from "./system-files.ts";

/** A Python interpreter that the probe found. */
export interface PythonInstallation {
  /** The real path of the interpreter, not a link or a shim. */
  executable: string;
  /** The folder with its standard library. */
  prefix: string;
  version: string;
}

/** Everything that a sandbox's command line depends on. */
export interface SandboxSetup {
  python: PythonInstallation;
  bubblewrap: string;
  /** The user that sandboxes run as if the host is root; otherwise they run as the host's user. */
  dropToUid: number | undefined;
  /** The installed copy of our Python code, which that user can read. */
  codeDirectory: string;
  /**
   * The folder of the framework's packages, which that user can read. If undefined, agents have only the standard
   * library and our code.
   */
  packages: string | undefined;
  /** `mount`: a new /proc. `bind`: the host's /proc, for containers that mask parts of it and forbid a new /proc. */
  proc: "mount" | "bind";
}

export const SANDBOX_CODE = "/stoa";
/**
 * The folder of packages in sandboxes. Packages are installed at the same path, so that the paths in their bytecode are
 * correct.
 */
export const SANDBOX_PACKAGES = "/environment";
const SANDBOX_GATEWAY = "/run/gateway.sock";
const VOCABULARIES = `${SANDBOX_PACKAGES}/${TIKTOKEN_FOLDER}`;
/** A user ID with no meaning on the system. It is the same in each sandbox. */
export const INNER_ID = "1000";

/**
 * Returns the prefix that drops root's privileges. Root in bubblewrap would escape process limits and keep its
 * capabilities.
 */
export function dropPrivileges(uid: number | undefined): string[] {
  if (uid === undefined) return [];
  const id = String(uid);
  return ["setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--inh-caps=-all", "--"];
}

export function listSystemFolders(): string[] {
  const folders = ["--ro-bind", "/usr", "/usr"];
  for (const path of ["/bin", "/lib", "/lib64"]) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) folders.push("--symlink", `usr${path}`, path);
    else folders.push("--ro-bind", path, path);
  }
  return folders;
}

/** Returns the mounts of /etc, which contains our own files and the machine's list of libraries. */
function listSystemFiles(codeDirectory: string): string[] {
  const own = ["--ro-bind", `${codeDirectory}/${SYSTEM_FOLDER}`, "/etc"];
  const libraries = "/etc/ld.so.cache";
  return existsSync(libraries) ? [...own, "--ro-bind", libraries, libraries] : own;
}

/** Returns the folders that the interpreter needs outside /usr. */
export function listPythonFolders(python: PythonInstallation): string[] {
  return python.prefix === "/usr" || python.prefix.startsWith("/usr/") ? [] : [python.prefix];
}

/** The differences between the kinds of sandboxes. */
interface SandboxProgram {
  mounts: string[];
  environment: Record<string, string>;
  /** The path of the Python program in our code's folder. */
  file: string;
  arguments: string[];
}

/**
 * Returns the command of a sandbox. It never contains `--disable-userns`, because the monitor creates its own user
 * namespace inside.
 */
function buildSandboxCommand(setup: SandboxSetup, program: SandboxProgram): string[] {
  const pythonFolders = listPythonFolders(setup.python).flatMap((folder) => ["--ro-bind", folder, folder]);
  const packages = setup.packages === undefined ? [] : ["--ro-bind", setup.packages, SANDBOX_PACKAGES];
  const environment = {
    LANG: "C.UTF-8",
    // Makes the order of sets the same in each run. The option -I would ignore this variable, and is not needed because
    // the environment is cleared.
    PYTHONHASHSEED: "0",
    // Each additional malloc arena reserves 64 MiB of the agent's address space.
    MALLOC_ARENA_MAX: "2",
    ...program.environment,
  };
  return [
    ...dropPrivileges(setup.dropToUid),
    setup.bubblewrap,
    ...["--unshare-all", "--die-with-parent", "--new-session"],
    ...["--uid", INNER_ID, "--gid", INNER_ID, "--hostname", "stoa"],
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...listSystemFolders(),
    ...listSystemFiles(setup.codeDirectory),
    ...pythonFolders,
    ...["--ro-bind", setup.codeDirectory, SANDBOX_CODE],
    ...packages,
    ...(setup.proc === "mount" ? ["--proc", "/proc"] : ["--bind", "/proc", "/proc"]),
    ...["--dev", "/dev", "--dir", "/tmp", "--dir", "/run"],
    ...program.mounts,
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--chdir", "/"],
    setup.python.executable,
    ...["-s", "-S", "-B"],
    `${SANDBOX_CODE}/stoa_sandbox/${program.file}`,
    ...program.arguments,
  ];
}

/** Returns the command of a sandbox without a warm parent. Its control socket is descriptor 3. */
export function buildColdSandboxCommand(setup: SandboxSetup, gatewaySocket: string | undefined): string[] {
  return buildSandboxCommand(setup, {
    mounts: gatewaySocket === undefined ? [] : ["--bind", gatewaySocket, SANDBOX_GATEWAY],
    environment: {},
    file: "cold.py",
    arguments: listPythonFolders(setup.python),
  });
}

/** The settings of a warm parent, read by `stoa_sandbox/warm_parent.py`. */
export interface ParentSetup {
  /** The modules to import. */
  imports: readonly string[];
  /** The number of monitors that wait for a run. */
  spares: number;
  /** Whether the operator chose the packages. If not, a package may control the parent. */
  isTrusted: boolean;
}

/** Descriptors that a parent inherits. */
interface ParentDescriptors {
  /** The control groups of its runs. Each is a list of descriptors through which a monitor joins the group. */
  groups: readonly (readonly number[])[];
  /** The control group of the parent itself. */
  ownGroup: readonly number[];
  /** The system call filter that bubblewrap sets up, only for an untrusted parent. */
  filter: number | undefined;
}

/** The folders that the host shares with a warm parent. */
export interface ParentFolders {
  /** The folder for the parent's socket. It belongs to the sandbox's user. */
  control: string;
  /**
   * The folder with the gateway sockets of the parent's runs. Each monitor keeps the socket of its own run and hides
   * the others.
   */
  gateways: string;
}

/** Environment variables that keep libraries from starting threads, which would make forks of the parent unsafe. */
const ONE_THREAD = {
  OPENBLAS_NUM_THREADS: "1",
  OMP_NUM_THREADS: "1",
  MKL_NUM_THREADS: "1",
};

/** The size of an untrusted parent's /tmp, where some packages write when they are imported. */
const PARENT_SCRATCH_BYTES = 16 * 1024 * 1024;
/** Turns off telemetry to package authors, whose threads would make forks of the parent unsafe. */
const NO_TELEMETRY = { OTEL_SDK_DISABLED: "true", OPENAI_AGENTS_DISABLE_TRACING: "1" };

/** Returns the command of a warm parent. The parent reports on descriptor 3 when it is ready. */
export function buildParentCommand(
  setup: SandboxSetup,
  folders: ParentFolders,
  { filter, ...parent }: ParentSetup & ParentDescriptors,
): string[] {
  const scratch = ["--perms", "0700", "--size", String(PARENT_SCRATCH_BYTES), "--tmpfs", "/tmp"];
  const vocabularies = setup.packages === undefined ? {} : { TIKTOKEN_CACHE_DIR: VOCABULARIES };
  return buildSandboxCommand(setup, {
    mounts: [
      ...["--bind", folders.control, "/host/control", "--ro-bind", folders.gateways, "/host/gateways"],
      // Each monitor mounts its run's socket over this file.
      ...["--ro-bind", "/dev/null", SANDBOX_GATEWAY],
      ...(parent.isTrusted ? [] : scratch),
      ...(filter === undefined ? [] : ["--seccomp", String(filter)]),
    ],
    // Some clients look for settings in the home folder when they are created.
    environment: {
      HOME: "/tmp",
      ...ONE_THREAD,
      ...(parent.isTrusted ? {} : NO_TELEMETRY),
      ...vocabularies,
    },
    file: "warm.py",
    arguments: [JSON.stringify({ ...parent, readable: listPythonFolders(setup.python) })],
  });
}
