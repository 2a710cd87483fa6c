import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.mjs";
import { installSystemPackages, mayInstall } from "./system-packages.mjs";

/**
 * Creates an empty virtual environment. Replaces an existing environment.
 * @param {string} base the interpreter that it is for
 * @param {string} folder
 * @returns {Promise<string>} its interpreter
 */
export async function makeVenv(base, folder) {
  const make = () => run(base, ["-m", "venv", "--clear", folder]);
  try {
    await make();
  } catch (error) {
    if (!mayInstall()) throw error;
    // Debian's Python package does not include venv.
    await installSystemPackages("python3-venv");
    rmSync(folder, { recursive: true, force: true });
    await make();
  }
  const python = join(folder, "bin", "python3");
  if (!existsSync(python)) throw new Error(`Failed to create a Python environment in ${folder}.`);
  return python;
}
