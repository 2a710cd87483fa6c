import type { PackageLock } from "@stoa/runtime/packages";

export type { PackageLock };

/** The result of choosing or installing declared packages. A problem is a sentence for the developer. */
export type PackageResult<Found> =
  | ({ ok: true } & Found)
  | {
      ok: false;
      problem: string;
      /** Whether the same file may pass later. */
      isTemporary: boolean;
    };

/** Packages that were installed for a version. Sizes are in bytes. */
export interface InstalledPackages {
  python: string;
  packages: PackageLock["packages"];
  fetchBytes: number;
  installedBytes: number;
  log: string;
}

/** Chooses and installs the packages that files declare. Provided by `packages`. */
export interface AgentPackages {
  /** Finds exact versions. Nothing is installed or stored. */
  resolve(declared: readonly string[]): Promise<PackageResult<{ lock: PackageLock }>>;
  /** Installs a lock on this node, stores it for the others and returns the folder. */
  install(lock: PackageLock, declared: readonly string[]): Promise<PackageResult<{ folder: string }>>;
  /** Returns what was stored for a lock. */
  find(digest: string): Promise<InstalledPackages | undefined>;
}
