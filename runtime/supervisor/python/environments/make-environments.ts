import { existsSync } from "node:fs";
import { join } from "node:path";
import { computeDigests, getFolderName, getInstallerLock, getLockFile } from "./digest.ts";
import { openFolder, sweepDrafts } from "./draft-folder.ts";
import {
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  isPresent,
  type MissingEnvironment,
  type PythonEnvironments,
} from "./environment.ts";
import { removeNote, writeNote } from "./failure-note.ts";
import { type FindOptions, findEnvironments } from "./find-environments.ts";
import { installPackages } from "./install-packages.ts";
import { explainFailure, InstallationFailure } from "./installation-failure.ts";
import { obtainUv, type Uv } from "./uv.ts";

function toFailure(title: string, error: unknown): InstallationFailure {
  if (error instanceof InstallationFailure) return error;
  return explainFailure(title, error instanceof Error ? error.message : String(error));
}

/** Builds environments one after another, and returns the reasons why builds failed. */
async function makeAll(
  { directory, sourceDirectory, python }: FindOptions,
  missingEnvironments: readonly (readonly [EnvironmentName, string])[],
): Promise<Map<EnvironmentName, MissingEnvironment>> {
  const failures = new Map<EnvironmentName, MissingEnvironment>();
  let uv: Uv | undefined;
  let common: InstallationFailure | undefined;
  for (const [name, digest] of missingEnvironments) {
    const title = `the ${name} environment`;
    try {
      if (common) throw common;
      await openFolder(directory);
      await sweepDrafts(directory);
      uv ??= await obtainUv(directory, getInstallerLock(sourceDirectory), python.executable);
      await installPackages(uv, {
        title,
        lock: getLockFile(sourceDirectory, name),
        target: join(directory, getFolderName(name, digest)),
        cache: process.env.UV_CACHE_DIR || join(directory, "cache"),
        python: python.executable,
      });
      await removeNote(directory, name);
    } catch (error) {
      const failure = toFailure(title, error);
      if (failure.concernsAll) common = failure;
      failures.set(name, failure.toMissing());
      // If the folder is not writable, the reason cannot be stored either. The next check then finds that nothing is
      // installed.
      await writeNote(directory, name, digest, failure.toMissing()).catch(() => {});
    }
  }
  return failures;
}

/**
 * Installs the missing environments from the package index and returns all environments. Never rejects because of a
 * problem of this machine: the problem becomes the reason why an environment is missing, and is stored for
 * `findEnvironments`. Several processes may call this at the same time.
 */
export async function makeEnvironments(options: FindOptions): Promise<PythonEnvironments> {
  const digests = await computeDigests(options.sourceDirectory, options.python, ENVIRONMENT_NAMES);
  const missingEnvironments = [...digests].filter(
    ([name, digest]) => !existsSync(join(options.directory, getFolderName(name, digest))),
  );
  const failures = await makeAll(options, missingEnvironments);
  const environments = await findEnvironments(options);
  for (const [name, failure] of failures) if (!isPresent(environments[name])) environments[name] = failure;
  return environments;
}
