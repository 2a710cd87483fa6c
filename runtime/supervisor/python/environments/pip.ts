import { join } from "node:path";
import { FailedCommand, runCommand } from "./command-output.ts";
import { InstallationFailure } from "./installation-failure.ts";

/** The time limit for a query to pip. It usually takes a second, or several seconds on a busy machine. */
const QUESTION_MS = 20_000;

/** The command that starts pip. */
export type Pip = readonly string[];

async function canRun(command: readonly string[]): Promise<boolean> {
  return runCommand(command, { timeoutMs: QUESTION_MS }).then(
    () => true,
    () => false,
  );
}

/**
 * Returns an installed pip, or undefined if there is none. Debian packages pip and venv separately from Python, and
 * pyenv, conda and containers often include a second Python that has both.
 */
async function findInstalledPip(python: string): Promise<Pip | undefined> {
  for (const candidate of [python, "python3", "python"]) {
    const pip = [candidate, "-m", "pip"];
    if (await canRun([...pip, "--version"])) return pip;
  }
  return undefined;
}

/**
 * Returns this machine's pip, or one in a virtual environment in `folder`, which the caller removes.
 * @throws InstallationFailure if Python has neither pip nor venv
 */
export async function findPip(python: string, folder: string): Promise<Pip> {
  const installed = await findInstalledPip(python);
  if (installed) return installed;
  try {
    await runCommand([python, "-m", "venv", "--clear", folder], { timeoutMs: 6 * QUESTION_MS });
  } catch (error) {
    if (!(error instanceof FailedCommand)) throw error;
    throw new InstallationFailure(
      "Python has no pip, which is needed to install the packages for agents.",
      "Install it (Debian, Ubuntu: apt install python3-venv) or uv, then run: npx stoa environments",
      true,
    );
  }
  return [join(folder, "bin", "python3"), "-m", "pip"];
}

/** Returns the package index that pip's files or environment configure, or undefined. */
export async function readConfiguredIndex(pip: Pip): Promise<string | undefined> {
  const settings = await runCommand([...pip, "config", "list"], { timeoutMs: QUESTION_MS }).catch(() => "");
  // pip lists settings by precedence, lowest first: global, user, site, environment.
  return [...settings.matchAll(/^\S+\.index-url='(.+)'$/gm)].at(-1)?.[1];
}
