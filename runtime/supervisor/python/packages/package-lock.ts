import { createHash } from "node:crypto";
import { LIMITS } from "@stoa/contract";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { PackageRefusal } from "./package-refusal.ts";

/** Increase this number when folders are built in a different way, so that older folders are not used. */
const FORMAT = "1";
const MB = 1_000_000;
/** The maximum number of packages that a message names. */
const MOST_NAMED = 3;

interface LockedPackage {
  name: string;
  version: string;
  /** The size of the largest file that may be downloaded, in bytes; null if the index does not report it. */
  bytes: number | null;
  /** The publication date of the version; null if the index does not report it. */
  releasedAt: Date | null;
}

/** The result of choosing or installing declared packages. `problem` is a sentence for the developer. */
export type PackageResult<Found> =
  | ({ ok: true } & Found)
  | {
      ok: false;
      problem: string;
      /** Whether an upload of the same file may succeed later. */
      isTemporary: boolean;
    };

/** Packages with exact versions and hashes, for one kind of Python. */
export interface PackageLock {
  /** Identifies the lock and the platform. The name of the packages' folder is derived from it. */
  digest: string;
  /** The platform that the lock is resolved for: cpython-311-x86_64-linux-gnu. */
  abi: string;
  /** The version of Python, as in 3.11.2. */
  python: string;
  /** The lock, in the form of pylock.toml (PEP 751). */
  text: string;
  packages: LockedPackage[];
}

const sha256 = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
/**
 * Accepts only wheels from the index, each with its hash. Folders, archives and repositories are refused.
 */
const lockSchema = z.object({
  "lock-version": z.literal("1.0"),
  packages: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/),
        version: z.string().max(100),
        marker: z.string().optional(),
        index: z.string().optional(),
        wheels: z
          .array(
            z.object({
              url: z.url(),
              size: z.number().int().nonnegative().optional(),
              "upload-time": z.date().optional(),
              hashes: sha256,
            }),
          )
          .min(1),
      }),
    )
    .default([]),
});

type FoundPackage = z.infer<typeof lockSchema>["packages"][number];

function toLockedPackage({ name, version, wheels }: FoundPackage): LockedPackage {
  const sizes = wheels.map(({ size }) => size).filter((size) => size !== undefined);
  const times = wheels.map((wheel) => wheel["upload-time"]?.getTime()).filter((time) => time !== undefined);
  return {
    name,
    version,
    bytes: sizes.length === 0 ? null : Math.max(...sizes),
    releasedAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

/**
 * Removes user names and passwords from URLs. A private index may need them, but developers can read the lock.
 */
export function hideCredentials(text: string): string {
  return text.replaceAll(/:\/\/[^/\s"'@]+@/g, "://");
}

/**
 * Parses the resolver's output.
 * @throws Error if the output is not a lock of wheels with hashes, which would be a bug in the resolver
 */
export function readLock(written: string, abi: string, python: string): PackageLock {
  const text = hideCredentials(written);
  let parsed: unknown;
  try {
    parsed = parse(text);
  } catch (error) {
    if (error instanceof TomlError) throw new Error(`the lock is not TOML: ${error.message}`);
    throw error;
  }
  const { packages } = lockSchema.parse(parsed);
  const digest = createHash("sha256").update(`${FORMAT} ${abi}\n`).update(text).digest("hex");
  return { digest, abi, python, text, packages: packages.map(toLockedPackage) };
}

/** Returns the number of bytes to download, as far as the index reports sizes. */
export function getFetchBytes({ packages }: Pick<PackageLock, "packages">): number {
  return packages.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

function nameLargest(packages: readonly LockedPackage[]): string {
  return [...packages]
    .sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0))
    .slice(0, MOST_NAMED)
    .map(({ name, bytes }) => `${name} (${Math.round((bytes ?? 0) / MB)} MB)`)
    .join(", ");
}

/**
 * Checks the number and the size of packages.
 * @throws PackageRefusal if there are too many or if they are too large
 */
export function requireWithinLimits(lock: PackageLock): void {
  const { packages } = lock;
  if (packages.length > LIMITS.packages) {
    throw new PackageRefusal(
      `The declared packages need ${packages.length} packages in total. The limit is ${LIMITS.packages}. Declare fewer, or packages with fewer dependencies.`,
    );
  }
  const bytes = getFetchBytes(lock);
  if (bytes > LIMITS.packageFetchBytes) {
    throw new PackageRefusal(
      `The declared packages are a download of ${Math.round(bytes / MB)} MB. The limit is ${LIMITS.packageFetchBytes / MB} MB. The largest are ${nameLargest(packages)}. Declare smaller ones, or call a service over its API.`,
    );
  }
}
