import type { VersionPackages } from "@stoa/contract";
import type { InstalledPackages } from "../agents/agent-packages.ts";

/** Presents the packages of a version. `declared` is undefined if it runs with the server's packages. */
export function presentPackages(
  declared: readonly string[] | undefined,
  installed: InstalledPackages | undefined,
  isOwner: boolean,
): VersionPackages {
  return {
    is_own: declared !== undefined,
    python: installed?.python ?? null,
    declared: [...(declared ?? [])],
    fetch_bytes: installed?.fetchBytes ?? 0,
    installed_bytes: installed?.installedBytes ?? 0,
    packages: (installed?.packages ?? []).map(({ name, version, bytes, releasedAt }) => ({
      name,
      version,
      bytes,
      released_at: releasedAt?.toISOString() ?? null,
    })),
    ...(isOwner && installed && { build_log: installed.log }),
  };
}
