import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "../environments/draft-folder.ts";
import { SANDBOX_PACKAGES } from "../sandbox-command.ts";
import { explainResolution } from "./explain-resolution.ts";
import { type PackageLock, readLock, requireWithinLimits } from "./package-lock.ts";
import { PackageRefusal, PackagesUnavailable } from "./package-refusal.ts";
import type { PackageTools } from "./package-tools.ts";
import { inWorkFolder, readWritten } from "./work-folder.ts";

/**
 * The time limit. A nearby index takes 3 s for 140 packages. A distant index, or packages with few compatible versions,
 * takes longer.
 */
const RESOLUTION_MS = 90_000;
/**
 * The disk limit, for metadata and its cache. Wheels are downloaded only if the index has no separate metadata.
 */
const RESOLUTION_BYTES = 500_000_000;
const DAY_MS = 24 * 60 * 60_000;

const LOCK = "pylock.toml";
const REQUIREMENTS = "requirements.in";

interface Resolution {
  /** Vetted requirements, each for one package: name, extras, versions and markers. */
  requirements: readonly string[];
  /**
   * The minimum age of a version in days. Most malicious versions are found and removed before that. 0 turns the rule
   * off, for an index without publication dates.
   */
  minimumAgeDays: number;
}

function buildArguments(python: string, minimumAgeDays: number): string[] {
  const newest = new Date(Date.now() - minimumAgeDays * DAY_MS).toISOString();
  return [
    ...[
      "pip",
      "compile",
      "--quiet",
      "--no-progress",
      "--no-config",
      "--no-sources",
      "--no-header",
      "--no-annotate",
    ],
    ...["--only-binary", ":all:", "--python", python, "--format", "pylock.toml"],
    ...(minimumAgeDays > 0 ? ["--exclude-newer", newest] : []),
    ...["--output-file", `${SANDBOX_PACKAGES}/${LOCK}`, `${SANDBOX_PACKAGES}/${REQUIREMENTS}`],
  ];
}

/**
 * Finds exact versions for requirements. uv gets only these lines and never the developer's file, because it would
 * apply settings in that file.
 * @throws PackageRefusal if the packages are incompatible or do not exist; PackagesUnavailable if the index does not
 *   answer
 */
export async function resolvePackages(
  tools: PackageTools,
  { requirements, minimumAgeDays }: Resolution,
): Promise<PackageLock> {
  const { setup, folders, abi } = tools;
  // An operator may have deleted the folder. In that case, create it again.
  await openFolder(folders.environments);
  return inWorkFolder(folders.environments, setup.dropToUid, async (folder) => {
    await writeFile(join(folder, REQUIREMENTS), `${requirements.join("\n")}\n`, { mode: 0o644 });
    const end = await tools.run({
      folder,
      arguments: buildArguments(setup.python.executable, minimumAgeDays),
      environment: {},
      timeoutMs: RESOLUTION_MS,
      maxBytes: RESOLUTION_BYTES,
    });
    if (end.kind === "failed") throw explainResolution(end.output, minimumAgeDays);
    if (end.kind === "late") {
      throw new PackageRefusal(
        `No set of versions was found within ${RESOLUTION_MS / 1000} seconds. Name the versions that you use, as in "requests==2.32.3".`,
      );
    }
    if (end.kind === "full")
      throw new PackageRefusal(
        "Finding versions for the declared packages takes too much space. Declare fewer.",
      );
    let lock: PackageLock;
    try {
      lock = readLock(await readWritten(join(folder, LOCK)), abi, setup.python.version);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new PackagesUnavailable("The package index returned an invalid answer. Try again later.", detail);
    }
    requireWithinLimits(lock);
    return lock;
  });
}
