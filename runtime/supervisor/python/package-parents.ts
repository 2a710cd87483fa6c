import { rmdir } from "node:fs/promises";
import { totalmem } from "node:os";
import type { Job, JobEnvironment } from "../../protocol/index.ts";
import { createColdLauncher, type SandboxLauncher } from "./launcher.ts";
import { ParentActivity } from "./parent-activity.ts";
import { type ParentProcess, startParent } from "./parent-process.ts";
import type { PreparedSandboxes } from "./preparation.ts";
import type { SocketFolder } from "./run-directory.ts";
import { openRunGroups, type RunGroupLimits, type RunGroups } from "./run-groups/index.ts";
import { WarmLauncher } from "./warm-launcher.ts";

/** The maximum number of parents, each of which takes 30 to 200 MB. */
const MOST_PARENTS = 20;
/** The maximum share of the machine's memory for these parents and their runs. */
const SHARE_OF_MEMORY = 1 / 4;
const LARGEST_BUDGET_BYTES = 4 * 1024 ** 3;
/** The time without a run after which a parent is ended, so that other parents can use its memory. */
const IDLE_MS = 10 * 60_000;
/** The interval at which idle parents are checked. */
const LOOK_MS = 10_000;
/**
 * The maximum number of simultaneous runs per parent. Each run has its own control group. Further runs start cold.
 */
const RUNS_AT_ONCE = 32;
const SPARES = 1;
/**
 * The number of runs after which a parent is replaced. A package may change the parent's memory, and only a new parent
 * is free of such changes.
 */
const RUNS_PER_PARENT = 1_000;
/**
 * The maximum number of modules that a parent imports. A developer's agents may import different modules of
 * the same packages.
 */
const MOST_IMPORTS = 64;
/** The limits of a parent. Importing crewai, for example, takes 190 MB and starts some threads. */
const PARENT_LIMITS: RunGroupLimits = { memoryBytes: 1024 ** 3, tasks: 64 };
/**
 * How long the folder of sockets is kept after its parent is retired, because a run that already has the launcher may
 * still open its socket there.
 */
const SOCKET_GRACE_MS = 60_000;
/**
 * The maximum number of remembered parents that used processor time without a run. Runs that would use such a parent
 * start cold until this node restarts.
 */
const MOST_REMEMBERED = 10_000;

export interface PackageParentsOptions {
  prepared: PreparedSandboxes;
  /** The limits of each run's control group. If undefined, every run starts cold. */
  runLimits: RunGroupLimits | undefined;
  /** The memory for parents and their runs, in bytes. */
  budgetBytes?: number;
  mostParents?: number;
  idleMs?: number;
  lookMs?: number;
  /** Receives messages for the operator. */
  report: (message: string) => void;
}

/** A launcher whose runs have their gateway sockets in a separate folder. */
class PackageLauncher extends WarmLauncher {
  readonly sockets: SocketFolder;

  constructor(sockets: SocketFolder, options: ConstructorParameters<typeof WarmLauncher>[0]) {
    super(options);
    this.sockets = sockets;
  }
}

interface Entry {
  launcher: PackageLauncher;
  imports: Set<string>;
  groups: Set<RunGroups>;
  /**
   * The groups of parents that have imported their packages. Before that, a parent works for the run that waits for it.
   */
  watched: Set<RunGroups>;
  activity: ParentActivity;
  usedAt: number;
}

/**
 * Manages the warm parents of agents that declare packages. Such a package can change its parent's memory. Each
 * combination of developer and lock therefore has its own parent, which sees only the gateway sockets of its own runs.
 */
export class PackageParents {
  readonly #options: PackageParentsOptions;
  /** The parents, keyed by developer and lock, the least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #misused = new Set<string>();
  readonly #looking: NodeJS.Timeout;

  constructor(options: PackageParentsOptions) {
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), options.lookMs ?? LOOK_MS);
    this.#looking.unref();
  }

  /** Returns the launcher for a job that declares packages, or undefined for any other job. */
  getLauncher({ environment }: Job): SandboxLauncher | undefined {
    if (!environment) return undefined;
    const { prepared, runLimits } = this.#options;
    const key = `${environment.ownerId} ${environment.digest}`;
    const entry = this.#entries.get(key) ?? (runLimits && this.#open(key, environment, runLimits));
    if (!entry) return createColdLauncher({ ...prepared.setup, packages: environment.packages });
    for (const name of environment.imports) if (entry.imports.size < MOST_IMPORTS) entry.imports.add(name);
    entry.usedAt = Date.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.launcher;
  }

  /** The number of live parents, the number of their sandboxes in use, and the memory of both in bytes. */
  get counts(): { parents: number; forks: number; memoryBytes: number } {
    const all = [...this.#entries.values()].map(({ launcher }) => launcher.parents);
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      parents: sum(all.map(({ alive }) => alive)),
      forks: sum(all.map(({ forks }) => forks)),
      memoryBytes: this.#measure(),
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    await Promise.all([...this.#entries.values()].map(({ launcher }) => launcher.close()));
  }

  #open(key: string, environment: JobEnvironment, runLimits: RunGroupLimits): Entry | undefined {
    if (this.#misused.has(key) || !this.#makeRoom()) return undefined;
    const { prepared } = this.#options;
    const setup = { ...prepared.setup, packages: environment.packages };
    const imports = new Set<string>();
    const groups = new Set<RunGroups>();
    const watched = new Set<RunGroups>();
    const sockets = prepared.directory.makeSocketFolder();
    const start = (): ParentProcess => {
      const own = openRunGroups(RUNS_AT_ONCE + SPARES, runLimits, { parentLimits: PARENT_LIMITS });
      if (!own) throw new Error("this user is not allowed to create control groups");
      const folders = {
        control: prepared.directory.makeParentFolder(prepared.ownerUid),
        gateways: sockets.path,
      };
      const parent = startParent(
        setup,
        folders,
        { imports: [...imports], spares: SPARES, isTrusted: false },
        own,
      );
      groups.add(own);
      void parent.ready.then((isReady) => isReady && watched.add(own));
      void parent.gone.then(() => {
        groups.delete(own);
        watched.delete(own);
      });
      return parent;
    };
    const launcher = new PackageLauncher(sockets, {
      startParent: start,
      cold: createColdLauncher(setup),
      runsPerParent: RUNS_PER_PARENT,
      capacity: RUNS_AT_ONCE,
      isKept: false,
      // The output of such a parent comes from packages that the operator did not choose, so it is not reported.
      report: () => {},
    });
    const activity = new ParentActivity();
    const entry = { launcher, imports, groups, watched, activity, usedAt: Date.now() };
    this.#entries.set(key, entry);
    return entry;
  }

  /**
   * Retires idle parents, the least recently used first, until another parent fits. Returns false if the parents in use
   * fill the budget.
   */
  #makeRoom(): boolean {
    const {
      mostParents = MOST_PARENTS,
      budgetBytes = Math.min(totalmem() * SHARE_OF_MEMORY, LARGEST_BUDGET_BYTES),
    } = this.#options;
    const isFull = () => this.#entries.size >= mostParents || this.#measure() >= budgetBytes;
    for (const [key, { launcher }] of this.#entries) {
      if (!isFull()) return true;
      if (launcher.runs === 0) this.#retire(key);
    }
    return !isFull();
  }

  #measure(): number {
    let bytes = 0;
    for (const { groups } of this.#entries.values())
      for (const group of groups) bytes += group.measureMemory();
    return bytes;
  }

  #retire(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    entry.launcher.retire();
    const { path } = entry.launcher.sockets;
    // If a run still uses a socket in it, the folder stays until the host ends.
    setTimeout(() => void rmdir(path).catch(() => {}), SOCKET_GRACE_MS).unref();
  }

  #look(): void {
    const { idleMs = IDLE_MS, report } = this.#options;
    for (const [key, entry] of this.#entries) {
      const { launcher, watched, activity } = entry;
      const isIdle = launcher.runs === 0;
      if (!isIdle) entry.usedAt = Date.now();
      if (activity.look(watched, launcher.runsSoFar, isIdle)) {
        if (this.#misused.size < MOST_REMEMBERED) this.#misused.add(key);
        report(
          `A package of developer ${key.split(" ")[0]} used processor time without a run. Agents with it now start cold.`,
        );
        this.#retire(key);
      } else if (Date.now() - entry.usedAt >= idleMs) this.#retire(key);
    }
  }
}
