import { join } from "node:path";
import { run, works } from "./command.mjs";
import { sandboxPython } from "./environments.mjs";
import { makeVenv } from "./python-venv.mjs";
import { CACHE } from "./root.mjs";
import { installCommand } from "./system-packages.mjs";

const VENV = join(CACHE, "pytest-of-sandbox");
/** The newest major version that supports Python 3.9 and later. */
const WANTED = "pytest>=8,<10";

/**
 * Returns a Python with pytest, of the version that runs agents, because their packages are compiled for it: with its
 * own pytest, or else in one of our virtual environments.
 */
export async function pythonWithPytest() {
  const base = sandboxPython();
  if (works(base, ["-m", "pytest", "--version"])) return base;
  const python = join(VENV, "bin", "python3");
  if (works(python, ["-m", "pytest", "--version"])) return python;
  if (!works(base, ["--version"])) throw new Error(`Python 3 is missing: ${installCommand("python3")}`);
  await makeVenv(base, VENV);
  await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", WANTED]);
  return python;
}
