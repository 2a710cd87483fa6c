import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CommandError, canRun, run } from "./command.mjs";
import { computeFingerprint } from "./fingerprint.mjs";
import { runStep } from "./progress.mjs";
import { CACHE, getHomeFolder, resolveFromRoot } from "./root.mjs";
import { installSystemPackages, mayInstall } from "./system-packages.mjs";

/** The command that runs the server from its sources, so that nothing has to be built first. */
const FROM_SOURCES = [
  process.execPath,
  resolveFromRoot("node_modules/tsx/dist/cli.mjs"),
  resolveFromRoot("server/src/main.ts"),
];
const SYSTEM_PYTHON = "/usr/bin/python3";
/** The settings that determine where the environments are stored and which Python they use. */
const SETTINGS = ["STOA_HOME", "STOA_ENVIRONMENTS", "STOA_PYTHON"];

/** Prepares the environments of the server in this repository's home. */
export function prepareEnvironments() {
  return makeEnvironments({ STOA_HOME: getHomeFolder() });
}

/**
 * Prepares the environments of tests and benches, whose servers have separate homes and share these environments: see
 * runtime/supervisor/python/testing.
 * @param {typeof runStep} show prints the step while it runs
 */
export function prepareTestEnvironments(show = runStep) {
  return makeEnvironments({ STOA_HOME: CACHE }, show);
}

/**
 * Returns the folder of packages that tests of this environment use, or undefined if it could not be installed.
 * @param {"base" | "langchain" | "autogen"} name
 */
export function testEnvironment(name) {
  const memory = getMemory({ ...process.env, STOA_HOME: CACHE });
  if (!haveEnvironments(memory)) return undefined;
  const folders = readFileSync(memory, "utf8").split("\n");
  return folders.find((folder) => basename(folder).startsWith(`${name}-`));
}

/** Finds the interpreter that sandboxes use, for which environments are built. */
export function findSandboxPython() {
  return process.env.STOA_PYTHON || (existsSync(SYSTEM_PYTHON) ? SYSTEM_PYTHON : "python3");
}

/**
 * Installs the Python packages that agents may import, if they are missing. If that fails, prints the reason, because
 * everything else works without them.
 * @param {Record<string, string>} settings
 * @param {typeof runStep} show prints the step while it runs
 */
async function makeEnvironments(settings, show = runStep) {
  if (process.platform !== "linux") return;
  const memory = getMemory({ ...process.env, ...settings });
  if (haveEnvironments(memory)) return;
  let complaint = "";
  await show("Installing Python packages", async () => {
    await preparePip();
    const [program = "", ...args] = FROM_SOURCES;
    try {
      remember(memory, await run(program, [...args, "environments"], { env: settings }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      complaint = error.output;
      return "incomplete";
    }
  });
  for (const line of complaint.split("\n")) if (line.startsWith("stoa: ")) console.warn(`  ${line.slice(6)}`);
}

/**
 * Returns the path of the file that records the folders that were created with these settings. Asking the server for
 * the folders would delay each start by a second.
 * @param {Record<string, string | undefined>} env
 */
function getMemory(env) {
  const python = env.STOA_PYTHON || SYSTEM_PYTHON;
  const parts = [
    computeFingerprint(["runtime/python/environments"]),
    existsSync(python) ? realpathSync(python) : python,
    process.getuid?.(),
    ...SETTINGS.map((name) => env[name] ?? ""),
  ];
  const name = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
  return join(CACHE, "made", `environments-${name}`);
}

/** @param {string} memory */
function haveEnvironments(memory) {
  return existsSync(memory) && readFileSync(memory, "utf8").split("\n").filter(Boolean).every(existsSync);
}

/**
 * @param {string} memory
 * @param {string} output a line for each environment: its name and its folder
 */
function remember(memory, output) {
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, output.replace(/^\S+ +/gm, ""));
}

/** Installs pip, which the first installation needs, because Debian's Python package does not include it. */
async function preparePip() {
  const isThere =
    canRun("uv", ["--version"]) ||
    canRun(SYSTEM_PYTHON, ["-m", "pip", "--version"]) ||
    canRun("python3", ["-m", "pip", "--version"]) ||
    canRun(SYSTEM_PYTHON, ["-c", "import ensurepip, venv"]);
  // Ignore a failure, because a later step reports what is missing.
  if (!isThere && mayInstall()) await installSystemPackages("python3-venv").catch(() => {});
}
