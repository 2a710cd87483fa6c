import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CommandError, run, works } from "./command.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { step } from "./progress.mjs";
import { CACHE, homeFolder, inRoot } from "./root.mjs";
import { installSystemPackages, mayInstall } from "./system-packages.mjs";

/** Runs the server's commands from their sources, before anything is built. */
const FROM_SOURCES = [
  process.execPath,
  inRoot("node_modules/tsx/dist/cli.mjs"),
  inRoot("server/src/main.ts"),
];
const SYSTEM_PYTHON = "/usr/bin/python3";
/** The settings that decide where the environments are stored and which Python they are for. */
const SETTINGS = ["STOA_HOME", "STOA_ENVIRONMENTS", "STOA_PYTHON"];

/** The environments of the server in this repository's home. */
export function prepareEnvironments() {
  return makeEnvironments({ STOA_HOME: homeFolder() });
}

/**
 * The environments of tests and benches, whose servers have separate homes and share these: see
 * runtime/supervisor/python/testing.
 */
export function prepareTestEnvironments() {
  return makeEnvironments({ STOA_HOME: CACHE });
}

/**
 * The folder of packages that tests of this environment use; undefined where it could not be installed.
 * @param {"base" | "langchain" | "autogen"} name
 */
export function testEnvironment(name) {
  const memory = memoryOf({ ...process.env, STOA_HOME: CACHE });
  if (!areThere(memory)) return undefined;
  const folders = readFileSync(memory, "utf8").split("\n");
  return folders.find((folder) => basename(folder).startsWith(`${name}-`));
}

/** The interpreter that sandboxes use, for which environments are built. */
export function sandboxPython() {
  return process.env.STOA_PYTHON || (existsSync(SYSTEM_PYTHON) ? SYSTEM_PYTHON : "python3");
}

/**
 * Makes sure that the Python packages which agents may import are installed. Where they cannot be, it says why, and
 * all else works.
 * @param {Record<string, string>} settings
 */
async function makeEnvironments(settings) {
  if (process.platform !== "linux") return;
  const memory = memoryOf({ ...process.env, ...settings });
  if (areThere(memory)) return;
  let complaint = "";
  await step("Installing Python packages", async () => {
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
 * Where is noted which folders were made under these settings: the server takes a second to look, a start should not.
 * @param {Record<string, string | undefined>} env
 */
function memoryOf(env) {
  const python = env.STOA_PYTHON || SYSTEM_PYTHON;
  const parts = [
    fingerprint(["runtime/python/environments"]),
    existsSync(python) ? realpathSync(python) : python,
    process.getuid?.(),
    ...SETTINGS.map((name) => env[name] ?? ""),
  ];
  const name = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
  return join(CACHE, "made", `environments-${name}`);
}

/** @param {string} memory */
function areThere(memory) {
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

/** Debian packages Python without pip, which the first installation needs. */
async function preparePip() {
  const isThere =
    works("uv", ["--version"]) ||
    works(SYSTEM_PYTHON, ["-m", "pip", "--version"]) ||
    works("python3", ["-m", "pip", "--version"]) ||
    works(SYSTEM_PYTHON, ["-c", "import ensurepip, venv"]);
  // If this fails, a later step reports what is missing.
  if (!isThere && mayInstall()) await installSystemPackages("python3-venv").catch(() => {});
}
