import type { PackageLock, PackageResult } from "@stoa/runtime/packages";

export type { PackageLock };

/** Packages that were installed for a version. Sizes are in bytes. */
export interface InstalledPackages {
  python: string;
  packages: PackageLock["packages"];
  fetchBytes: number;
  installedBytes: number;
  log: string;
}

/** Chooses and installs the packages that files declare. The `packages` module implements it. */
export interface AgentPackages {
  /** Chooses exact versions. Installs and stores nothing. */
  resolve(declared: readonly string[]): Promise<PackageResult<{ lock: PackageLock }>>;
  /** Installs the packages of a lock on this node, stores the lock for other nodes and returns the folder. */
  install(lock: PackageLock, declared: readonly string[]): Promise<PackageResult<{ folder: string }>>;
  /** Returns the packages that were installed for the lock with this digest. */
  find(digest: string): Promise<InstalledPackages | undefined>;
}
