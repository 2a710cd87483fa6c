import { findEnvironmentsDirectory, isPresent, setUpEnvironments } from "@stoa/runtime/environments";
import type { Config } from "../config.ts";
import { OperatorError } from "./operator-error.ts";
import { PYTHON_PACKAGES } from "./paths.ts";

/**
 * Runs `stoa environments`: installs the Python packages that agents may import, and prints each environment with its
 * folder.
 */
export async function runEnvironmentsCommand(config: Config): Promise<void> {
  const environments = await setUpEnvironments({
    directory: findEnvironmentsDirectory(config.home, config.environments),
    sourceDirectory: PYTHON_PACKAGES,
    pythonPath: config.python,
  }).catch((error: unknown) => {
    throw new OperatorError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const missing = new Set<string>();
  for (const [name, environment] of Object.entries(environments)) {
    if (isPresent(environment)) console.log(`${name.padEnd(10)} ${environment.packages}`);
    else missing.add(`${environment.reason} ${environment.remedy}`);
  }
  if (missing.size > 0) throw new OperatorError([...missing].join(" "));
}
