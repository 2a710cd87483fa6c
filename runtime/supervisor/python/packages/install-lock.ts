import { chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../environments/command-output.ts";
import { buildInDraft, openFolder } from "../environments/draft-folder.ts";
import {
  BYTECODE_SETTINGS,
  buildInstallArguments,
  finishPackages,
} from "../environments/install-packages.ts";
import { SANDBOX_PACKAGES } from "../sandbox-command.ts";
import { explainResolution } from "./explain-resolution.ts";
import { getLockFolder } from "./package-folders.ts";
import { type PackageLock, readLock } from "./package-lock.ts";
import { PackageRefusal, PackagesUnavailable } from "./package-refusal.ts";
import type { PackageTools } from "./package-tools.ts";
import { SCRATCH_FOLDER } from "./package-wall.ts";
import { openToWall } from "./work-folder.ts";

/**
 * The time limit. Downloading 400 MB over a normal connection and compiling 9,000 modules take two minutes.
 */
const INSTALLATION_MS = 5 * 60_000;
const LOCK = "pylock.toml";
const MB = 1_000_000;

async function setOwner(folder: string): Promise<void> {
  const { getuid, getgid } = process;
  if (getuid?.() !== 0) return;
  // Make this process's user the owner, so that no process in a sandbox can change the files, even if it can reach
  // them.
  await runCommand(["chown", "-R", "--no-dereference", `${getuid()}:${getgid?.() ?? 0}`, folder], {
    timeoutMs: 60_000,
  });
}

/** Replaces each file that another environment also contains with a link to that file. */
async function shareFiles({ setup, folders }: PackageTools, folder: string): Promise<void> {
  const program = `${setup.codeDirectory}/stoa_sandbox/share_files.py`;
  const command = [setup.python.executable, "-I", "-S", "-B", program, folder, folders.files];
  await runCommand(command, { timeoutMs: 2 * 60_000 });
}

async function fill(tools: PackageTools, lock: PackageLock, draft: string): Promise<void> {
  const { setup } = tools;
  await writeFile(join(draft, LOCK), lock.text, { mode: 0o644 });
  await openToWall(draft, setup.dropToUid);
  const paths = {
    lock: `${SANDBOX_PACKAGES}/${LOCK}`,
    cache: `${SANDBOX_PACKAGES}/${SCRATCH_FOLDER}/cache`,
    python: setup.python.executable,
  };
  const end = await tools.run({
    folder: draft,
    arguments: buildInstallArguments(paths, SANDBOX_PACKAGES),
    environment: BYTECODE_SETTINGS,
    timeoutMs: INSTALLATION_MS,
    maxBytes: tools.maxInstalledBytes,
  });
  if (end.kind === "failed") throw explainResolution(end.output, 0);
  if (end.kind === "full") {
    throw new PackageRefusal(
      `The declared packages take more than ${tools.maxInstalledBytes / MB} MB when they are installed. Declare smaller ones.`,
    );
  }
  if (end.kind === "late") {
    throw new PackagesUnavailable(
      "Installing the declared packages took too long. Try again later.",
      `not installed within ${INSTALLATION_MS / 60_000} minutes`,
    );
  }
  if (setup.dropToUid !== undefined) await chown(draft, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await rm(join(draft, SCRATCH_FOLDER), { recursive: true, force: true });
  await rm(join(draft, LOCK), { force: true });
  await setOwner(draft);
  await finishPackages(draft);
  await shareFiles(tools, draft);
}

/**
 * Installs locked packages. If several processes install the same lock at the same time, the first folder stays.
 * @returns the folder
 * @throws PackageRefusal if the packages are too large; PackagesUnavailable if the index does not answer
 */
export async function installLock(tools: PackageTools, lock: PackageLock): Promise<string> {
  const target = getLockFolder(tools.folders, lock.digest);
  // An operator may have deleted the folder. In that case, create it again.
  await openFolder(tools.folders.environments);
  await buildInDraft(target, (draft) => fill(tools, lock, draft));
  return target;
}

/**
 * Reads a stored lock.
 * @throws PackagesUnavailable if the lock is for a different Python than this machine's
 */
export function reopenLock(
  { abi, setup }: PackageTools,
  stored: Pick<PackageLock, "text" | "abi" | "python">,
): PackageLock {
  if (stored.abi !== abi) {
    throw new PackagesUnavailable(
      `The agent's packages were chosen for Python ${stored.python}, and this server has Python ${setup.python.version}. The developer must upload the agent again.`,
      `the lock is for ${stored.abi}, this machine is ${abi}`,
    );
  }
  return readLock(stored.text, stored.abi, stored.python);
}
