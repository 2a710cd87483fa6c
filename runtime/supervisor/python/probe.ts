import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { dropPrivileges, type PythonInstallation } from "./sandbox-command.ts";

const run = promisify(execFile);

/** Reports that something that sandboxes need is missing. `message` and `remedy` are sentences for the operator. */
export class MissingRequirement extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** The time limit for a query to a program, such as its version. It usually takes well under a second. */
const PROBE_TIMEOUT_MS = 10_000;
/** Matches the folders that each sandbox replaces with its own. */
const HIDDEN_FOLDERS = /^\/(tmp|run|dev|proc|stoa|etc)(\/|$)|^\/$/;
const OLDEST_PYTHON = [3, 10] as const;

const DESCRIBE_PYTHON = `
import json, os, sys
print(json.dumps({
    "executable": os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
    "prefix": os.path.realpath(sys.base_prefix),
    "version": [sys.version_info[0], sys.version_info[1], sys.version_info[2]],
}))`;

const pythonSchema = z.object({
  executable: z.string(),
  prefix: z.string(),
  version: z.tuple([z.number(), z.number(), z.number()]),
});

async function readOutput(command: readonly string[]): Promise<string> {
  const [program = "", ...args] = command;
  return (await run(program, args, { timeout: PROBE_TIMEOUT_MS, cwd: "/" })).stdout;
}

async function succeeds(command: readonly string[]): Promise<boolean> {
  return readOutput(command).then(
    () => true,
    () => false,
  );
}

const NO_PYTHON_REMEDY =
  "Install Python 3.10 or later (Debian: apt install python3) or set STOA_PYTHON to its path.";

/**
 * Finds the interpreter: `wanted`, or else the system's interpreter or the first interpreter on the path.
 * @throws MissingRequirement if no interpreter is suitable
 */
export async function findPython(wanted: string | undefined): Promise<PythonInstallation> {
  const candidates = wanted === undefined ? ["/usr/bin/python3", "python3"] : [wanted];
  let tooOld: string | undefined;
  for (const candidate of candidates) {
    const answer = await readOutput([candidate, "-I", "-S", "-c", DESCRIBE_PYTHON]).catch(() => undefined);
    if (answer === undefined) continue;
    const { executable, prefix, version } = pythonSchema.parse(JSON.parse(answer));
    const isRecentEnough =
      version[0] > OLDEST_PYTHON[0] || (version[0] === OLDEST_PYTHON[0] && version[1] >= OLDEST_PYTHON[1]);
    if (isRecentEnough && HIDDEN_FOLDERS.test(prefix)) {
      throw new MissingRequirement(
        `Python at ${executable} is in a folder that is hidden in sandboxes.`,
        "Use the system's Python (/usr/bin/python3), or one outside /tmp, /run, /dev and /proc.",
      );
    }
    if (isRecentEnough) return { executable, prefix, version: version.join(".") };
    tooOld = `${candidate} is Python ${version.join(".")}; agents require 3.10 or later.`;
  }
  throw new MissingRequirement(
    tooOld ?? `Python was not found (${candidates.join(", ")}).`,
    NO_PYTHON_REMEDY,
  );
}

/** Checks that the sandbox's user can run the interpreter. @throws MissingRequirement if it cannot */
export async function checkPythonIsReadable(
  python: PythonInstallation,
  uid: number | undefined,
): Promise<void> {
  if (uid === undefined) return;
  if (!(await succeeds(["setpriv", "--version"]))) {
    throw new MissingRequirement(
      "setpriv was not found. When the server runs as root, it needs setpriv to start sandboxes as another user.",
      "Install util-linux, or start the server as a regular user.",
    );
  }
  // Run env first, because setpriv still has root's capabilities when it opens the program that it starts.
  const trial = [...dropPrivileges(uid), "/usr/bin/env", python.executable, "-I", "-S", "-c", "import json"];
  if (await succeeds(trial)) return;
  throw new MissingRequirement(
    `Python at ${python.executable} is not readable by the sandbox user (uid ${uid}).`,
    "Use the system's Python (/usr/bin/python3), or install Python in a folder that all users can read and set STOA_PYTHON to its path.",
  );
}

/** Checks that bubblewrap is installed. @throws MissingRequirement if it is not */
export async function checkBubblewrap(bubblewrap: string): Promise<void> {
  if (await succeeds([bubblewrap, "--version"])) return;
  throw new MissingRequirement(
    "bubblewrap was not found. Agents only run in its sandbox.",
    "Install it (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap).",
  );
}

/**
 * Checks that the sandbox's user can create namespaces.
 * @throws MissingRequirement if this kernel or container forbids it
 */
export async function checkNamespaces(bubblewrap: string, uid: number | undefined): Promise<void> {
  const trial = [bubblewrap, "--unshare-all", "--ro-bind", "/", "/", "/usr/bin/true"];
  if (await succeeds([...dropPrivileges(uid), ...trial])) return;
  throw new MissingRequirement(
    "Regular users cannot create namespaces on this machine, but the sandbox needs them.",
    "Allow unprivileged user namespaces (Ubuntu 24.04: an AppArmor profile for bwrap; Docker: a seccomp profile that allows unshare and mount).",
  );
}

/** Checks that the sandbox's user can reach the installed code. @throws MissingRequirement if it cannot */
export async function checkCodeIsReadable(directory: string, uid: number | undefined): Promise<void> {
  if (await succeeds([...dropPrivileges(uid), "/usr/bin/test", "-r", `${directory}/stoa_sandbox/cold.py`]))
    return;
  throw new MissingRequirement(
    `The run directory is not readable by the sandbox user (uid ${uid}): ${directory}`,
    "Set a run directory that everyone may pass through, such as /run/stoa.",
  );
}
