import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "./command-output.ts";
import type { EnvironmentName } from "./environment.ts";

/** Raised when folders are made in another way, so that none made in the old way is taken. */
const FORMAT = "1";

/** The interpreter that sandboxes use. */
export interface Interpreter {
  executable: string;
}

/** The lock of an environment below the repository's `runtime/python`. */
export function lockFile(sourceDirectory: string, name: EnvironmentName): string {
  return join(sourceDirectory, "environments", name, "requirements.txt");
}

/** The lock of uv itself. */
export function installerLock(sourceDirectory: string): string {
  return join(sourceDirectory, "environments", "uv", "requirements.txt");
}

/** What compiled packages depend on: implementation, minor version, machine and C library (cpython-311-x86_64-linux-gnu). */
async function abiOf(python: Interpreter): Promise<string> {
  const program = "import sysconfig; print(sysconfig.get_config_var('SOABI'))";
  return (await outputOf([python.executable, "-I", "-S", "-c", program], { timeoutMs: 10_000 })).trim();
}

/** Names the content of each environment: its lock, and what the lock is resolved for. */
export async function digestsOf(
  sourceDirectory: string,
  python: Interpreter,
  names: readonly EnvironmentName[],
): Promise<Map<EnvironmentName, string>> {
  const abi = await abiOf(python);
  const digests = new Map<EnvironmentName, string>();
  for (const name of names) {
    const lock = await readFile(lockFile(sourceDirectory, name));
    digests.set(name, createHash("sha256").update(`${FORMAT} ${name} ${abi}\n`).update(lock).digest("hex"));
  }
  return digests;
}

/** 64 bits tell apart every lock that will ever be written. */
export function folderName(name: EnvironmentName, digest: string): string {
  return `${name}-${digest.slice(0, 16)}`;
}
