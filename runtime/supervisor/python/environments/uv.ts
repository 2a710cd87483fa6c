import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { FailedCommand, runCommand } from "./command-output.ts";
import { buildInDraft } from "./draft-folder.ts";
import { explainFailure, InstallationFailure } from "./installation-failure.ts";
import { findPip, type Pip, readConfiguredIndex } from "./pip.ts";

/** The first version of uv that has all the options that we use. */
const OLDEST_UV = [0, 9] as const;
const VERSION_MS = 20_000;
/** The time limit for a download of 20 MB, which a slow connection completes in a minute. */
const DOWNLOAD_MS = 5 * 60_000;

/** The command and the environment variables that start uv on this machine. */
export interface Uv {
  command: string;
  env: NodeJS.ProcessEnv;
}

async function isUsable(command: string): Promise<boolean> {
  const answer = await runCommand([command, "--version"], { timeoutMs: VERSION_MS }).catch(() => "");
  const [major = -1, minor = -1] = (/^uv (\d+)\.(\d+)\./.exec(answer)?.slice(1) ?? []).map(Number);
  return major > OLDEST_UV[0] || (major === OLDEST_UV[0] && minor >= OLDEST_UV[1]);
}

/**
 * Returns environment variables that pass pip's settings to uv, which does not read them. A machine whose package index
 * is configured only for pip must use that index.
 */
async function readSettings(pip: Pip | undefined): Promise<NodeJS.ProcessEnv> {
  const { UV_DEFAULT_INDEX, UV_INDEX_URL } = process.env;
  const index = UV_DEFAULT_INDEX || UV_INDEX_URL || (pip && (await readConfiguredIndex(pip)));
  // These variables make uv use the machine's certificates, as pip does, because a company's proxy may sign with its
  // own. Older versions of uv use the second name.
  const certificates = { UV_SYSTEM_CERTS: "true", UV_NATIVE_TLS: "true" };
  return { ...certificates, ...(index !== undefined && { UV_DEFAULT_INDEX: index }) };
}

async function download(pip: Pip, lock: string, target: string): Promise<void> {
  // The limits are 15 s and two retries, so that a start without a network continues within a minute.
  const patience = ["--timeout", "15", "--retries", "2"];
  const only = ["--require-hashes", "--no-deps", "--only-binary", ":all:"];
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-cache-dir", "--no-compile"];
  const command = [
    ...pip,
    "install",
    ...quiet,
    ...patience,
    ...only,
    "--target",
    target,
    "--requirement",
    lock,
  ];
  try {
    await runCommand(command, { timeoutMs: DOWNLOAD_MS, env: { PIP_USER: "0" } });
  } catch (error) {
    if (error instanceof FailedCommand) throw explainFailure("uv", error.output);
    throw error;
  }
}

/**
 * Returns the machine's uv if it is recent enough, or our own, which pip downloads once into `directory`.
 * @param lock the lock file of uv
 * @throws InstallationFailure if uv cannot be downloaded or does not run
 */
export async function obtainUv(directory: string, lock: string, python: string): Promise<Uv> {
  if (await isUsable("uv")) return { command: "uv", env: await readSettings(["python3", "-m", "pip"]) };
  const folder = join(directory, "uv");
  const own = join(folder, "bin", "uv");
  if (await isUsable(own)) return { command: own, env: await readSettings([python, "-m", "pip"]) };
  let pip: Pip | undefined;
  await buildInDraft(folder, async (draft) => {
    pip = await findPip(python, join(draft, "venv"));
    await download(pip, lock, draft);
    await chmod(draft, 0o755);
  });
  if (await isUsable(own)) return { command: own, env: await readSettings(pip) };
  throw new InstallationFailure(
    "uv, which installs the packages for agents, does not run on this machine.",
    "Install uv by hand (https://docs.astral.sh/uv), then run: npx stoa environments",
    true,
  );
}
