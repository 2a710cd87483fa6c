import { join } from "node:path";
import { canRun, run } from "./command.mjs";
import { findSandboxPython } from "./environments.mjs";
import { makeVenv } from "./python-venv.mjs";
import { CACHE } from "./root.mjs";
import { installCommand } from "./system-packages.mjs";

const VENV = join(CACHE, "pytest-of-sandbox");
/** pip installs the newest of these versions that the interpreter supports. */
const WANTED = "pytest>=8,<10";

/** @type {Promise<string> | undefined} */
let found;

/**
 * Returns a Python interpreter that has pytest: the interpreter that runs agents, or a virtual environment of it. Other
 * interpreters are not suitable, because the agents' packages are compiled for its version. Steps that run in parallel
 * share one installation.
 * @returns {Promise<string>}
 */
export function findPythonWithPytest() {
  found ??= installPytest();
  return found;
}

async function installPytest() {
  const base = findSandboxPython();
  if (canRun(base, ["-m", "pytest", "--version"])) return base;
  const python = join(VENV, "bin", "python3");
  if (canRun(python, ["-m", "pytest", "--version"])) return python;
  if (!canRun(base, ["--version"])) throw new Error(`Python 3 is missing: ${installCommand("python3")}`);
  await makeVenv(base, VENV);
  await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", WANTED]);
  return python;
}
