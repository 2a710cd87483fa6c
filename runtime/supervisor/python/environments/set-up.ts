import { findPython } from "../probe.ts";
import { getSandboxUser } from "../sandbox-user.ts";
import type { PythonEnvironments } from "./environment.ts";
import { makeEnvironments } from "./make-environments.ts";

export interface SetUpOptions {
  directory: string;
  /** The repository's `runtime/python`. */
  sourceDirectory: string;
  /** The interpreter (STOA_PYTHON). Default: the system's. */
  pythonPath: string | undefined;
}

/**
 * Builds the missing environments for the interpreter that the sandboxes of this machine use.
 * @throws MissingRequirement if there is no such interpreter
 */
export async function setUpEnvironments(options: SetUpOptions): Promise<PythonEnvironments> {
  const { directory, sourceDirectory, pythonPath } = options;
  const python = await findPython(pythonPath);
  return makeEnvironments({ directory, sourceDirectory, python, dropToUid: getSandboxUser() });
}
