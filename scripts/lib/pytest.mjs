import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, works } from "./command.mjs";
import { CACHE } from "./root.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

const VENV = join(CACHE, "pytest");
/** The newest major version that runs on Python 3.9 and later. */
const WANTED = "pytest>=8,<10";

/** A Python that has pytest: the system's, else one in a virtual environment of ours. */
export async function pythonWithPytest() {
  if (works("python3", ["-m", "pytest", "--version"])) return "python3";
  const python = join(VENV, "bin", "python3");
  if (works(python, ["-m", "pytest", "--version"])) return python;
  if (!works("python3", ["--version"])) throw new Error(`Python 3 is missing: ${installCommand("python3")}`);
  await makeVenv(python);
  await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", WANTED]);
  return python;
}

/** @param {string} python */
async function makeVenv(python) {
  const make = () => run("python3", ["-m", "venv", "--clear", VENV]);
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
