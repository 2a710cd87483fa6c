import { stat } from "node:fs/promises";
import { join } from "node:path";
import { dropPrivileges } from "../sandbox-command.ts";
import { runCommand } from "./command-output.ts";
import { computeDigests, getFolderName, type PythonInterpreter } from "./digest.ts";
import {
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  type MissingEnvironment,
  type PythonEnvironment,
  type PythonEnvironments,
} from "./environment.ts";
import { readNote } from "./failure-note.ts";
import { WARM_IMPORTS } from "./imports.ts";

export interface FindOptions {
  /** The folder of the environments; see `findEnvironmentsDirectory`. */
  directory: string;
  /** The repository's `runtime/python`, which contains the locks. */
  sourceDirectory: string;
  python: PythonInterpreter;
  /** The user that sandboxes run as if this process is root. */
  dropToUid: number | undefined;
}

const MAKE_THEM = "Run: npx stoa environments";

function createMissing(name: EnvironmentName): MissingEnvironment {
  return { reason: `The Python packages of the ${name} environment are not installed.`, remedy: MAKE_THEM };
}

function createUnreadable(packages: string, uid: number | undefined): MissingEnvironment {
  return {
    reason: `The Python packages in ${packages} are not readable by the sandbox user${uid === undefined ? "" : ` (uid ${uid})`}.`,
    remedy:
      "Set STOA_ENVIRONMENTS to a folder that every user may pass through, such as /var/lib/stoa/environments.",
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function isReadable(packages: string, uid: number | undefined): Promise<boolean> {
  const test = ["/usr/bin/test", "-r", packages, "-a", "-x", packages];
  return runCommand([...dropPrivileges(uid), ...test], { timeoutMs: 10_000 }).then(
    () => true,
    () => false,
  );
}

async function findOne(
  { directory, dropToUid }: FindOptions,
  name: EnvironmentName,
  digest: string,
): Promise<PythonEnvironment | MissingEnvironment> {
  const packages = join(directory, getFolderName(name, digest));
  // A folder with this name is complete, because it was built under another name and then renamed.
  if (!(await isFolder(packages))) return (await readNote(directory, name, digest)) ?? createMissing(name);
  if (!(await isReadable(packages, dropToUid))) return createUnreadable(packages, dropToUid);
  return { name, packages, digest, imports: WARM_IMPORTS[name] };
}

/** Returns each environment of this machine, or the reason why it is missing. Never downloads anything. */
export async function findEnvironments(options: FindOptions): Promise<PythonEnvironments> {
  const digests = await computeDigests(options.sourceDirectory, options.python, ENVIRONMENT_NAMES);
  const find = (name: EnvironmentName) => findOne(options, name, digests.get(name) ?? "");
  const [base, langchain, autogen] = await Promise.all([find("base"), find("langchain"), find("autogen")]);
  return { base, langchain, autogen };
}
