import { utimes } from "node:fs/promises";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { getAbi } from "../environments/digest.ts";
import { installLock, reopenLock } from "./install-lock.ts";
import {
  getLockFolder,
  getPackageFolders,
  type PackageFolders,
  removeUnusedEnvironments,
} from "./package-folders.ts";
import type { PackageLock } from "./package-lock.ts";
import { PackagesUnavailable } from "./package-refusal.ts";
import { openPackageTools, type PackageTools, type PackageToolsOptions } from "./package-tools.ts";
import { measureFolder } from "./package-wall.ts";
import { resolvePackages } from "./resolve-packages.ts";

/**
 * The maximum number of simultaneous resolutions. A resolution takes a second and mostly waits for the index.
 */
const RESOLUTIONS_AT_ONCE = 2;
/** The maximum number of simultaneous installations. Each unpacks and compiles with two threads. */
const INSTALLATIONS_AT_ONCE = 1;
/** The maximum number of waiting uploads. Another upload would wait for minutes, so it is refused. */
const MOST_WAITING = 8;
/**
 * The time for which a resolution is remembered, so that an upload gets the versions that its inspection showed minutes
 * earlier.
 */
const RESOLUTION_MEMORY_MS = 10 * 60_000;
/** The number of remembered resolutions. Each takes as much memory as its lock, about 10 kB. */
const REMEMBERED_RESOLUTIONS = 100;

/**
 * Manages the environments with developers' packages on this machine. Each lock has one folder, which all agents with
 * the same lock share.
 */
export class PackageEnvironments {
  readonly #options: PackageToolsOptions & { minimumAgeDays: number };
  readonly #resolutions = new ConcurrencyLimit(RESOLUTIONS_AT_ONCE);
  readonly #installations = new ConcurrencyLimit(INSTALLATIONS_AT_ONCE);
  readonly #remembered = new Map<string, { lock: PackageLock; at: number }>();
  readonly #installing = new Map<string, Promise<string>>();
  #tools: Promise<PackageTools> | undefined;
  #folders: Promise<PackageFolders> | undefined;
  #active = 0;

  constructor(options: PackageToolsOptions & { minimumAgeDays: number }) {
    this.#options = options;
  }

  /**
   * Finds exact versions for requirements.
   * @throws PackageRefusal if the packages cannot be installed, PackagesUnavailable if they cannot at the moment
   */
  async resolve(requirements: readonly string[]): Promise<PackageLock> {
    const { minimumAgeDays } = this.#options;
    const key = [...requirements].sort().join("\n");
    const known = this.#remembered.get(key);
    if (known && Date.now() - known.at < RESOLUTION_MEMORY_MS) return known.lock;
    const tools = await this.#open();
    const lock = await this.#queue(this.#resolutions, () =>
      resolvePackages(tools, { requirements, minimumAgeDays }),
    );
    this.#remembered.delete(key);
    this.#remembered.set(key, { lock, at: Date.now() });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_RESOLUTIONS && oldest !== undefined)
      this.#remembered.delete(oldest);
    return lock;
  }

  /** Returns the folder of a lock's packages if they are installed, and records that it is in use. */
  async find(digest: string): Promise<string | undefined> {
    const folder = getLockFolder(await this.#getFolders(), digest);
    const now = new Date();
    // The time of the last use determines which folders are removed first.
    return utimes(folder, now, now).then(
      () => folder,
      () => undefined,
    );
  }

  /**
   * Installs a lock's packages.
   * @returns the folder
   * @throws PackageRefusal if the packages cannot be installed, PackagesUnavailable if they cannot at the moment
   */
  async install(stored: Pick<PackageLock, "digest" | "text" | "abi" | "python">): Promise<string> {
    const tools = await this.#open();
    const active = this.#installing.get(stored.digest);
    if (active) return active;
    const lock = reopenLock(tools, stored);
    const installing = this.#queue(this.#installations, () => installLock(tools, lock)).finally(() =>
      this.#installing.delete(stored.digest),
    );
    this.#installing.set(stored.digest, installing);
    return installing;
  }

  /** Returns the bytes on disk of one environment's folder, or of all folders. */
  async measure(folder?: string): Promise<number> {
    return measureFolder(folder ?? (await this.#getFolders()).root);
  }

  /**
   * Removes environments that no version uses, the least recently used first, until the rest fits.
   * @param findUsed returns which of the given digest prefixes a version uses
   * @returns the number of removed environments
   */
  async removeUnused(
    maxBytes: number,
    findUsed: (prefixes: string[]) => Promise<Set<string>>,
  ): Promise<number> {
    return removeUnusedEnvironments(await this.#getFolders(), maxBytes, findUsed);
  }

  async #queue<T>(limit: ConcurrencyLimit, task: () => Promise<T>): Promise<T> {
    if (this.#active >= MOST_WAITING) {
      throw new PackagesUnavailable(
        "Too many uploads install packages at the moment. Try again in a minute.",
        `${MOST_WAITING} uploads wait`,
      );
    }
    this.#active += 1;
    try {
      return await limit.run(task);
    } finally {
      this.#active -= 1;
    }
  }

  async #getFolders(): Promise<PackageFolders> {
    const { setup, environmentsDirectory } = this.#options;
    this.#folders ??= getAbi(setup.python).then((abi) => getPackageFolders(environmentsDirectory, abi));
    return this.#folders;
  }

  async #open(): Promise<PackageTools> {
    this.#tools ??= openPackageTools(this.#options);
    try {
      return await this.#tools;
    } catch (error) {
      this.#tools = undefined;
      throw error;
    }
  }
}
