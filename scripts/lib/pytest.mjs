import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, works } from "./command.mjs";
import { sandboxPython } from "./environments.mjs";
import { CACHE } from "./root.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

const VENV = join(CACHE, "pytest-of-sandbox");
/** The newest major version that runs on Python 3.9 and later. */
const WANTED = "pytest>=8,<10";

/**
 * A Python that has pytest, of the version that runs agents, because their packages are compiled for it: its own
 * pytest, else one in a virtual environment of ours.
 */
export async function pythonWithPytest() {
  const base = sandboxPython();
  if (works(base, ["-m", "pytest", "--version"])) return base;
  const python = join(VENV, "bin", "python3");
  if (works(python, ["-m", "pytest", "--version"])) return python;
  if (!works(base, ["--version"])) throw new Error(`Python 3 is missing: ${installCommand("python3")}`);
  await makeVenv(base, python);
  await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", WANTED]);
  return python;
}

/**
 * @param {string} base
 * @param {string} python
 */
async function makeVenv(base, python) {
  const make = () => run(base, ["-m", "venv", "--clear", VENV]);
  try {
    await make();
  } catch (error) {
    if (!mayInstall()) throw error;
    // Debian parts venv from Python.
    await installSystemPackages("python3-venv");
    rmSync(VENV, { recursive: true, force: true });
    await make();
  }
  if (!existsSync(python)) throw new Error(`No Python was made in ${VENV}.`);
}
