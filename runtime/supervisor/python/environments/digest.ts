import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./command-output.ts";
import type { EnvironmentName } from "./environment.ts";

/** Increase this number when folders are built in a different way, so that older folders are not used. */
const FORMAT = "1";

/** The interpreter that sandboxes use. */
export interface PythonInterpreter {
  executable: string;
}

/** Returns the path of an environment's lock file. */
export function getLockFile(sourceDirectory: string, name: EnvironmentName): string {
  return join(sourceDirectory, "environments", name, "requirements.txt");
}

/** Returns the path of the lock file for uv. */
export function getInstallerLock(sourceDirectory: string): string {
  return join(sourceDirectory, "environments", "uv", "requirements.txt");
}

/**
 * Returns the platform that compiled packages depend on: implementation, minor version, machine and C library
 * (cpython-311-x86_64-linux-gnu).
 */
export async function getAbi(python: PythonInterpreter): Promise<string> {
  const program = "import sysconfig; print(sysconfig.get_config_var('SOABI'))";
  return (await runCommand([python.executable, "-I", "-S", "-c", program], { timeoutMs: 10_000 })).trim();
}

/**
 * Returns a digest for each environment. It covers the environment's lock and the platform that the lock is resolved
 * for.
 */
export async function computeDigests(
  sourceDirectory: string,
  python: PythonInterpreter,
  names: readonly EnvironmentName[],
): Promise<Map<EnvironmentName, string>> {
  const abi = await getAbi(python);
  const digests = new Map<EnvironmentName, string>();
  for (const name of names) {
    const lock = await readFile(getLockFile(sourceDirectory, name));
    digests.set(name, createHash("sha256").update(`${FORMAT} ${name} ${abi}\n`).update(lock).digest("hex"));
  }
  return digests;
}

/** Returns the name of an environment's folder. 64 bits of the digest are enough to tell all locks apart. */
export function getFolderName(name: EnvironmentName, digest: string): string {
  return `${name}-${digest.slice(0, 16)}`;
}
