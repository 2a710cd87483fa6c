import { join } from "node:path";
import { canRun, run } from "./command.mjs";
import { findSandboxPython } from "./environments.mjs";
import { computeFingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { makeVenv } from "./python-venv.mjs";
import { CACHE, resolveFromRoot } from "./root.mjs";

/** The lock file for each set of programs. */
const LOCKS = /** @type {const} */ ({
  schemathesis: "tests/schemathesis/requirements.txt",
  generators: "tests/sdks/requirements.txt",
  runners: "tests/runners/requirements.txt",
});

/** @type {Map<keyof typeof LOCKS, Promise<string>>} */
const installations = new Map();

/**
 * Installs the programs of a set at their locked versions and returns their folder: `schemathesis` with an OpenAPI
 * validator, `generators` for clients, or `runners` with the frameworks that agents declare as packages and with
 * clients of OpenAI's API. Steps that run in parallel share one installation.
 * @param {keyof typeof LOCKS} name
 * @returns {Promise<string>}
 */
export function installPythonTools(name) {
  const known = installations.get(name) ?? install(name);
  installations.set(name, known);
  return known;
}

/** @param {keyof typeof LOCKS} name */
async function install(name) {
  const base = findSandboxPython();
  const folder = join(CACHE, name);
  const programs = join(folder, "bin");
  const stampFile = join(folder, "lock");
  const lock = LOCKS[name];
  const print = computeFingerprint([lock]);
  if (isStamped(stampFile, print) && canRun(join(programs, "python3"), ["--version"])) return programs;
  if (!canRun(base, ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]))
    throw new Error(`These tests need Python 3.11 or newer. ${base} is older: name another in STOA_PYTHON.`);
  const python = await makeVenv(base, folder);
  const installer = [
    resolveFromRoot("node_modules/tsx/dist/cli.mjs"),
    resolveFromRoot("scripts/lib/install-locked.ts"),
  ];
  await run(process.execPath, [...installer, python, resolveFromRoot(lock), join(CACHE, "environments")]);
  stamp(stampFile, print);
  return programs;
}
