import { findEnvironments, type PythonEnvironments } from "./environments/index.ts";
import { inspectInSandbox } from "./inspect.ts";
import { installPythonCode } from "./installation.ts";
import { createColdLauncher } from "./launcher.ts";
import {
  checkBubblewrap,
  checkCodeIsReadable,
  checkNamespaces,
  checkPythonIsReadable,
  findPython,
  MissingRequirement,
} from "./probe.ts";
import { type HostDirectory, openRunDirectory } from "./run-directory.ts";
import type { PythonInstallation, SandboxSetup } from "./sandbox-command.ts";

export interface PreparationOptions {
  runDirectory: string;
  environmentsDirectory: string | undefined;
  pythonPath: string | undefined;
  dropToUid: number | undefined;
  bubblewrap: string;
  sourceDirectory: string;
  /** Certificate authorities that agents trust in addition to Node's built-in list, as PEM. */
  authorities?: readonly string[] | undefined;
  /** The setup from an earlier preparation in this process, which is not checked or tested again. */
  knownSetup?: SandboxSetup | undefined;
}

/** A tested sandbox setup and the folders that runtimes need to run jobs. */
export interface PreparedSandboxes {
  /** The setup of the tested sandbox, without packages. */
  setup: SandboxSetup;
  /** Undefined if there is no folder for environments. */
  environments: PythonEnvironments | undefined;
  directory: HostDirectory;
  /** The owner of gateway sockets; this process's user if undefined. */
  ownerUid: number | undefined;
}

const TRIAL_SOURCE = "def main(message: str) -> str:\n    return message\n";

/** Tests a setup with a real sandbox. If a container forbids a new /proc, uses the host's masked /proc. */
async function trySetup(untried: Omit<SandboxSetup, "proc">): Promise<SandboxSetup> {
  const complaints: string[] = [];
  for (const proc of ["mount", "bind"] as const) {
    const setup = { ...untried, proc };
    const launcher = createColdLauncher(setup);
    const inspection = await inspectInSandbox(launcher, TRIAL_SOURCE).catch((error: unknown) => {
      complaints.push(error instanceof Error ? error.message : String(error));
    });
    await launcher.close();
    if (inspection?.entry?.name === "main") return setup;
  }
  throw new MissingRequirement(
    `Failed to start a test sandbox: ${(complaints[0] ?? "it returned a wrong result").trim()}.`,
    "Check that bubblewrap and unprivileged user namespaces work for the sandbox user.",
  );
}

async function findRequirements(
  { environmentsDirectory, sourceDirectory, dropToUid }: PreparationOptions,
  { python }: SandboxSetup,
): Promise<PythonEnvironments | undefined> {
  if (environmentsDirectory === undefined) return undefined;
  return findEnvironments({ directory: environmentsDirectory, sourceDirectory, python, dropToUid });
}

/** Finds Python and checks that this machine can start sandboxes. */
async function findUsablePython({ pythonPath, dropToUid, bubblewrap }: PreparationOptions) {
  if (process.platform !== "linux") {
    throw new MissingRequirement(
      "Python agents require Linux.",
      "Run the server in a Linux virtual machine or container.",
    );
  }
  const python = await findPython(pythonPath);
  await checkPythonIsReadable(python, dropToUid);
  await checkBubblewrap(bubblewrap);
  await checkNamespaces(bubblewrap, dropToUid);
  return python;
}

/** Installs our code in the run directory and tests a sandbox. */
async function installAndTry(
  { runDirectory, sourceDirectory, dropToUid, bubblewrap, authorities }: PreparationOptions,
  python: PythonInstallation,
): Promise<SandboxSetup> {
  const codeDirectory = await installPythonCode(sourceDirectory, runDirectory, python, authorities);
  await checkCodeIsReadable(codeDirectory, dropToUid);
  return trySetup({ python, bubblewrap, dropToUid, codeDirectory, packages: undefined });
}

/** Checks the requirements, installs our code and tests a sandbox. Errors about requirements have a remedy. */
export async function prepareSandboxes(options: PreparationOptions): Promise<PreparedSandboxes> {
  const { knownSetup } = options;
  const python = knownSetup?.python ?? (await findUsablePython(options));
  const directory = openRunDirectory(options.runDirectory);
  try {
    const setup = knownSetup ?? (await installAndTry(options, python));
    const environments = await findRequirements(options, setup);
    return { setup, environments, directory, ownerUid: options.dropToUid };
  } catch (error) {
    directory.remove();
    throw error;
  }
}
