import { fileURLToPath } from "node:url";
import type { AgentRuntime, RuntimeStatus } from "../agent-runtime.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import {
  isPresent,
  type MissingEnvironment,
  type PythonEnvironment,
  type PythonEnvironments,
} from "./environments/index.ts";
import { inspectInSandbox } from "./inspect.ts";
import { createColdLauncher, type SandboxLauncher } from "./launcher.ts";
import { mentionsPackage } from "./mentioned-packages.ts";
import { PackageParents, type PackageParentsOptions } from "./package-parents.ts";
import { PackageEnvironments } from "./packages/index.ts";
import { startParent } from "./parent-process.ts";
import { type PreparedSandboxes, prepareSandboxes } from "./preparation.ts";
import { MissingRequirement } from "./probe.ts";
import { PythonRuntime, type PythonRuntimeParts } from "./python-runtime.ts";
import { UnusableRunDirectory } from "./run-directory.ts";
import { getGroupLimits, openRunGroups, openSharedGroup } from "./run-groups/index.ts";
import type { SandboxSetup } from "./sandbox-command.ts";
import { getSandboxUser } from "./sandbox-user.ts";
import { WarmLauncher } from "./warm-launcher.ts";

type Unavailable = Extract<RuntimeStatus, { available: false }>;

/**
 * Returns a runtime for agents that cannot run on this machine. Its jobs crash immediately, with the reason for the
 * developer.
 */
function createUnavailableRuntime(status: Unavailable): AgentRuntime {
  const error = {
    message: "This server cannot run agents of this kind. Ask its operator.",
    developerDetail: status.reason,
  };
  return {
    environmentDigest: undefined,
    getStatus: () => status,
    inspect: () => Promise.reject(new Error(status.reason)),
    start: (job) => ({
      receipt: Promise.resolve({ runId: job.runId, outcome: "crashed", output: null, error, durationMs: 0 }),
      cancel: () => {},
    }),
    close: () => Promise.resolve(),
  };
}

/** The repository's `runtime/python`. */
const PYTHON_SOURCES = fileURLToPath(new URL("../../python", import.meta.url));

/**
 * The maximum number of simultaneous inspections, each of which takes up to 512 MiB. Two keep up with uploads and leave
 * the rest of the machine to runs.
 */
const INSPECTIONS_AT_ONCE = 2;

/**
 * The number of spare monitors. One is used while the next one starts, and the second covers two runs that start
 * together on a small machine.
 */
const DEFAULT_SPARES = 2;

/**
 * The number of runs after which a parent is replaced, because all its forks have the same memory addresses. At 100
 * runs per second, a parent starts every 100 s and takes a few seconds of processor time.
 */
const DEFAULT_RUNS_PER_PARENT = 10_000;

interface PackageOptions {
  /** The minimum age in days of a published version. */
  minimumAgeDays: number;
  /** Further hosts of the package index's files. */
  fileHosts: readonly string[];
}

export interface PythonRuntimesOptions {
  /**
   * The absolute folder for the installed code and gateway sockets. It must be short, because socket paths
   * have a maximum length. If the server is root, every user must be able to enter it.
   */
  runDirectory: string;
  /** The folder of the environments' packages. If absent, agents have only the standard library and our own package. */
  environmentsDirectory?: string | undefined;
  /** When warm parents start. With `never`, each run imports its modules itself. */
  parents?: "boot" | "first-use" | "never";
  /** The number of monitors that each parent keeps ready. */
  spares?: number;
  runsPerParent?: number;
  /**
   * The maximum number of simultaneous runs of a framework, and the highest limits that a run can have. Each run gets a
   * control group if the machine supports them.
   */
  groups?: { runs: number; largest: Parameters<typeof getGroupLimits>[0] };
  /** Receives messages for the operator that callers must not see. */
  report?: (message: string) => void;
  /** The interpreter (STOA_PYTHON). Default: the system's. */
  pythonPath?: string | undefined;
  /** The user that sandboxes run as if this process is root. */
  sandboxUid?: number;
  /** The bubblewrap program. */
  bubblewrapPath?: string;
  /** The repository's `runtime/python`, for a bundled server in another folder. */
  sourceDirectory?: string;
  /** Overrides of the settings for parents with a developer's packages. */
  packageParents?: Partial<Pick<PackageParentsOptions, "budgetBytes" | "mostParents" | "idleMs" | "lookMs">>;
  /** How the versions of declared packages are chosen. If absent, no packages are installed. */
  packages?: PackageOptions;
  /** Certificate authorities that agents trust in addition to Node's built-in list, as PEM. */
  authorities?: readonly string[] | undefined;
  /** The setup of earlier runtimes in this process, which saves the checks and the test. */
  knownSetup?: SandboxSetup | undefined;
}

/** Counts for one environment: its parent processes, the sandboxes in use (`forks`), and the spares to keep. */
export interface WarmParents {
  environment: string;
  parents: number;
  forks: number;
  /** The number of spares that the parent that accepts runs should keep. */
  spares: number;
  /** The memory of all parents with developers' packages and of their runs, in bytes. */
  memoryBytes?: number;
}

/** The runtimes of all frameworks of Python agents. A runtime that cannot run here reports the reason. */
export interface PythonRuntimes {
  stoa: AgentRuntime;
  langchain: AgentRuntime;
  autogen: AgentRuntime;
  /** Returns the counts of warm parents and their sandboxes for each environment. */
  warmParents(): WarmParents[];
  /** The packages that developers declare; undefined if this server installs none. */
  readonly packages: PackageEnvironments | undefined;
  /** The setup of sandboxes on this machine; undefined if it cannot run sandboxes. */
  readonly setup: SandboxSetup | undefined;
  /** Ends every run of all runtimes and frees their shared resources. */
  close(): Promise<void>;
}

function createUnavailable(error: unknown): Unavailable {
  if (error instanceof MissingRequirement || error instanceof UnusableRunDirectory) {
    return { available: false, reason: error.message, remedy: error.remedy };
  }
  const reason = `Failed to prepare the Python sandbox: ${error instanceof Error ? error.message : String(error)}`;
  return { available: false, reason, remedy: "Check the server's log, then restart the server." };
}

function createNoRuntimes(status: Unavailable): PythonRuntimes {
  const none = createUnavailableRuntime(status);
  return {
    stoa: none,
    langchain: none,
    autogen: none,
    warmParents: () => [],
    packages: undefined,
    setup: undefined,
    close: () => Promise.resolve(),
  };
}

function makeLauncher(
  prepared: PreparedSandboxes,
  environment: PythonEnvironment | undefined,
  options: PythonRuntimesOptions,
  onWarm: (launcher: WarmLauncher) => void,
): SandboxLauncher {
  const setup = { ...prepared.setup, packages: environment?.packages };
  const cold = createColdLauncher(setup);
  const { parents = "first-use", report = () => {} } = options;
  if (parents === "never") return cold;
  const { directory, ownerUid } = prepared;
  const warm = new WarmLauncher({
    startParent() {
      const folders = { control: directory.makeParentFolder(ownerUid), gateways: directory.path };
      const { spares = DEFAULT_SPARES, groups } = options;
      const own =
        groups && openRunGroups(groups.runs + INSPECTIONS_AT_ONCE + spares, getGroupLimits(groups.largest));
      return startParent(
        setup,
        folders,
        { imports: environment?.imports ?? [], spares, isTrusted: true },
        own,
      );
    },
    cold,
    runsPerParent: options.runsPerParent ?? DEFAULT_RUNS_PER_PARENT,
    isKept: true,
    report,
  });
  if (parents === "boot") warm.start();
  onWarm(warm);
  return warm;
}

function makeRuntimes(
  prepared: PreparedSandboxes,
  environments: PythonEnvironments | undefined,
  options: PythonRuntimesOptions,
): PythonRuntimes {
  const base = environments && isPresent(environments.base) ? environments.base : undefined;
  const warm = new Map<string, WarmLauncher>();
  const getLauncher = (name: string, environment: PythonEnvironment | undefined) =>
    makeLauncher(prepared, environment, options, (launcher) => warm.set(name, launcher));
  const light = getLauncher("light", base && { ...base, imports: [] });
  const withPackages = base && getLauncher("base", base);
  const usesPackages = mentionsPackage(base?.imports ?? []);
  const { groups, report = () => {} } = options;
  const packageParents = new PackageParents({
    prepared,
    runLimits: groups && options.parents !== "never" ? getGroupLimits(groups.largest) : undefined,
    report,
    ...options.packageParents,
  });
  const inspections = new ConcurrencyLimit(INSPECTIONS_AT_ONCE);
  const shared: Omit<PythonRuntimeParts, "getLauncher" | "launchers" | "environmentDigest"> = {
    directory: prepared.directory,
    ownerUid: prepared.ownerUid,
    inspect: (source, archive) => inspections.run(() => inspectInSandbox(light, source, archive)),
  };
  const createForFramework = (
    name: string,
    environment: PythonEnvironment | MissingEnvironment,
  ): AgentRuntime => {
    if (!isPresent(environment)) return createUnavailableRuntime({ available: false, ...environment });
    const own = getLauncher(name, environment);
    return new PythonRuntime({
      ...shared,
      getLauncher: (job) => packageParents.getLauncher(job) ?? own,
      launchers: [own],
      environmentDigest: environment.digest,
    });
  };
  const missing = { reason: "This server has no Python environments.", remedy: "Run: npx stoa environments" };
  const stoa = new PythonRuntime({
    ...shared,
    getLauncher: (job) =>
      packageParents.getLauncher(job) ??
      (withPackages && (job.archive || usesPackages(job.source)) ? withPackages : light),
    launchers: withPackages ? [light, withPackages] : [light],
    environmentDigest: base?.digest,
  });
  const langchain = createForFramework("langchain", environments?.langchain ?? missing);
  const autogen = createForFramework("autogen", environments?.autogen ?? missing);
  return {
    stoa,
    langchain,
    autogen,
    warmParents: () => [
      ...[...warm].map(([environment, { parents }]) => ({
        environment,
        parents: parents.alive,
        forks: parents.forks,
        spares: parents.isReady ? (options.spares ?? DEFAULT_SPARES) : 0,
      })),
      { environment: "packages", ...packageParents.counts, spares: 0 },
    ],
    packages: openPackages(prepared, options),
    setup: prepared.setup,
    async close() {
      await Promise.all([langchain.close(), autogen.close(), stoa.close()]);
      await packageParents.close();
      prepared.directory.remove();
    },
  };
}

function openPackages(
  { setup, directory }: PreparedSandboxes,
  { environmentsDirectory, sourceDirectory = PYTHON_SOURCES, packages }: PythonRuntimesOptions,
): PackageEnvironments | undefined {
  if (environmentsDirectory === undefined || !packages) return undefined;
  const createSocketPath = () => directory.createSocketPath();
  return new PackageEnvironments({
    setup,
    environmentsDirectory,
    sourceDirectory,
    createSocketPath,
    ...packages,
  });
}

/**
 * Reports missing control groups. Each run always has its own limits, but only control groups limit all runs together.
 */
function reportMissingGroups({ report = () => {} }: PythonRuntimesOptions): void {
  const group = openSharedGroup();
  if (group) group.remove();
  else
    report(
      "Stoa is not allowed to create control groups, so the total memory of all agents is not limited, and agents that declare packages start slowly. See Installing as a service in docs/operating.md.",
    );
}

/**
 * Prepares Python sandboxes on this machine and tests one. Never rejects: if something is missing, the status of the
 * runtimes has the reason and the remedy.
 */
export async function createPythonRuntimes(options: PythonRuntimesOptions): Promise<PythonRuntimes> {
  try {
    const prepared = await prepareSandboxes({
      runDirectory: options.runDirectory,
      environmentsDirectory: options.environmentsDirectory,
      pythonPath: options.pythonPath,
      dropToUid: getSandboxUser(options.sandboxUid),
      bubblewrap: options.bubblewrapPath ?? "bwrap",
      sourceDirectory: options.sourceDirectory ?? PYTHON_SOURCES,
      authorities: options.authorities,
      knownSetup: options.knownSetup,
    });
    if (options.groups) reportMissingGroups(options);
    return makeRuntimes(prepared, prepared.environments, options);
  } catch (error) {
    return createNoRuntimes(createUnavailable(error));
  }
}
