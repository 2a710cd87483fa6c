import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../runtime/supervisor/python/environments/command-output.ts";
import { getInstallerLock } from "../../runtime/supervisor/python/environments/digest.ts";
import { obtainUv } from "../../runtime/supervisor/python/environments/uv.ts";

/**
 * The program `install-locked.ts PYTHON LOCK ENVIRONMENTS` installs a lock into the virtual environment of an
 * interpreter, with the uv and the downloads of the folder in which the agents' environments are. uv takes half of
 * the processor time that pip takes.
 */
const [python = "", lock = "", environments = ""] = process.argv.slice(2);
const source = fileURLToPath(new URL("../../runtime/python", import.meta.url));
/** The largest set is a download of 300 MB, which takes minutes on a slow connection. */
const INSTALLATION_MS = 15 * 60_000;

const uv = await obtainUv(environments, getInstallerLock(source), python);
const command = [
  ...[uv.command, "pip", "install", "--quiet", "--no-progress", "--compile-bytecode"],
  ...["--cache-dir", process.env.UV_CACHE_DIR || join(environments, "cache")],
  // The lock is complete. Resolving dependencies again could choose versions that have no hash in it.
  ...["--require-hashes", "--no-deps", "--only-binary", ":all:", "--python", python, "--requirement", lock],
];
await runCommand(command, { env: uv.env, timeoutMs: INSTALLATION_MS });
