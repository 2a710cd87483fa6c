import {
  getFetchBytes,
  type PackageEnvironments,
  type PackageLock,
  PackageRefusal,
  type PackageResult,
  PackagesUnavailable,
} from "@stoa/runtime/packages";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { findLock, findOldLocks, removeLocks, type StoredLock, saveLock } from "./package-store.ts";

const MB = 1_000_000;
/** The number of locks that one statement checks for use, so that it holds its locks in the database only briefly. */
const OLD_LOCKS_AT_ONCE = 1_000;

export interface PackagesOptions {
  db: Database;
  /** The environments of this node; undefined if it installs none. */
  environments: PackageEnvironments | undefined;
  /** The space for all environments of this node, in bytes. */
  maxBytes: number;
  /** Returns the given digests, or beginnings of digests, that a version uses. The `catalog` module provides it. */
  findUsed: (digests: string[]) => Promise<Set<string>>;
  log: FastifyBaseLogger;
}

const NOT_HERE =
  "This server does not install packages that files declare. Remove the script block, or ask its operator to allow packages.";

function formatMegabytes(bytes: number): string {
  return bytes < MB / 10 ? "less than 0.1 MB" : `${(bytes / MB).toFixed(1)} MB`;
}

/** Chooses, installs and finds the packages that files declare. */
export class Packages {
  readonly #options: PackagesOptions;

  constructor(options: PackagesOptions) {
    this.#options = options;
  }

  /** Chooses exact versions. Installs and stores nothing. */
  resolve(requirements: readonly string[]): Promise<PackageResult<{ lock: PackageLock }>> {
    return this.#explain(async (environments) => ({ lock: await environments.resolve(requirements) }));
  }

  /** Installs the packages of a lock on this node, stores the lock for other nodes and returns the folder. */
  install(lock: PackageLock, requirements: readonly string[]): Promise<PackageResult<{ folder: string }>> {
    return this.#explain(async (environments) => {
      const { db, maxBytes } = this.#options;
      const known = await findLock(db, lock.digest);
      if (!known && (await environments.measure()) > maxBytes && (await this.#makeSpace()) === 0) {
        throw new PackagesUnavailable(
          "This server has no space for more packages. Ask its operator to increase the space.",
          `environments take more than ${formatMegabytes(maxBytes)} (STOA_PACKAGES_GB), and versions use all of them`,
        );
      }
      const startedAt = performance.now();
      const folder = (await environments.find(lock.digest)) ?? (await environments.install(lock));
      const seconds = (performance.now() - startedAt) / 1000;
      const bytes = known ? known.installedBytes : await environments.measure(folder);
      await saveLock(db, known ?? describeInstallation(lock, { requirements, bytes, seconds }));
      return { folder };
    });
  }

  /**
   * Returns the folder of a stored lock on this node. If the packages must be installed first, calls `onWait` with the
   * reason for the wait.
   */
  open(digest: string, onWait: (reason: string) => void): Promise<PackageResult<{ folder: string }>> {
    return this.#explain(async (environments) => {
      const present = await environments.find(digest);
      if (present !== undefined) return { folder: present };
      const lock = await findLock(this.#options.db, digest);
      if (!lock) throw new PackagesUnavailable(NOT_HERE, `no lock ${digest}`);
      const count = `${lock.packages.length} ${lock.packages.length === 1 ? "package" : "packages"}`;
      const wait = `Installing ${count} (${formatMegabytes(lock.fetchBytes)}) on this server`;
      onWait(wait);
      return { folder: await environments.install(lock) };
    });
  }

  find(digest: string): Promise<StoredLock | undefined> {
    return findLock(this.#options.db, digest);
  }

  /** Removes locks that no version uses, and their environments if the space is needed. */
  async cleanUp(): Promise<void> {
    const { db, findUsed } = this.#options;
    let after = "";
    for (;;) {
      const old = await findOldLocks(db, after, OLD_LOCKS_AT_ONCE);
      const last = old.at(-1);
      if (last === undefined) break;
      const used = await findUsed(old);
      await removeLocks(
        db,
        old.filter((digest) => !used.has(digest)),
      );
      after = last;
    }
    await this.#makeSpace();
  }

  async #makeSpace(): Promise<number> {
    const { environments, maxBytes, findUsed } = this.#options;
    return environments ? environments.removeUnused(maxBytes, findUsed) : 0;
  }

  async #explain<Found>(
    work: (environments: PackageEnvironments) => Promise<Found>,
  ): Promise<PackageResult<Found>> {
    const { environments, log } = this.#options;
    if (!environments) return { ok: false, problem: NOT_HERE, isTemporary: false };
    try {
      return { ok: true, ...(await work(environments)) };
    } catch (error) {
      if (error instanceof PackageRefusal) return { ok: false, problem: error.message, isTemporary: false };
      if (!(error instanceof PackagesUnavailable)) throw error;
      log.warn({ detail: error.detail }, "packages could not be installed");
      return { ok: false, problem: error.message, isTemporary: true };
    }
  }
}

function describeInstallation(
  lock: PackageLock,
  installed: { requirements: readonly string[]; bytes: number; seconds: number },
): StoredLock {
  const { digest, abi, python, text, packages } = lock;
  const fetchBytes = getFetchBytes(lock);
  const log = [
    `Python ${python} (${abi})`,
    `Declared: ${installed.requirements.join(", ")}`,
    ...packages.map(({ name, version, bytes, releasedAt }) => {
      const size = bytes === null ? "size unknown" : formatMegabytes(bytes);
      return `Chose ${name} ${version}, ${size}, published ${releasedAt?.toISOString().slice(0, 10) ?? "on an unknown day"}`;
    }),
    `Fetched and installed ${packages.length} wheels by their hashes and compiled them in ${installed.seconds.toFixed(1)} s: ${formatMegabytes(fetchBytes)} to fetch, ${formatMegabytes(installed.bytes)} on disk`,
  ].join("\n");
  return { digest, abi, python, text, packages, fetchBytes, installedBytes: installed.bytes, log };
}
