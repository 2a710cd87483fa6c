import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canRun, run, runPackage } from "./command.mjs";
import { resolveFromRoot } from "./root.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Debian's package and program of the engine without the parts of a browser with a window. */
const HEADLESS_SHELL = "chromium-headless-shell";

/**
 * Returns the path of a browser for tests and pictures: STOA_CHROMIUM, or the headless shell, which takes less than half
 * of a whole Chromium's processor time. Returns a whole Chromium if the headless shell is not available.
 */
export async function findTestBrowser() {
  const found = process.env.STOA_CHROMIUM || findProgram([HEADLESS_SHELL]);
  if (found) return found;
  if (mayInstall() && canRun("apt-cache", ["show", HEADLESS_SHELL])) {
    await installSystemPackages(HEADLESS_SHELL).catch(() => {});
    const installed = findProgram([HEADLESS_SHELL]);
    if (installed !== null) return installed;
  }
  return findChromium();
}

/**
 * Returns the path of a Chromium: STOA_CHROMIUM, the system's browser, Debian's package if this process may install it,
 * or Playwright's download.
 * @returns {Promise<string>}
 */
export async function findChromium() {
  const found = findInstalledChromium();
  if (found !== null) return found;
  if (mayInstall()) {
    // On Ubuntu the package contains no browser, so check whether a browser runs.
    await installSystemPackages("chromium").catch(() => {});
    const installed = findInstalledChromium();
    if (installed !== null) return installed;
  }
  const downloaded = await installPlaywrightChromium().catch(() => null);
  if (downloaded !== null) return downloaded;
  throw new Error(
    `Chromium is not installed. Run \`${installCommand("chromium")}\`, or set STOA_CHROMIUM to its path.`,
  );
}

function findInstalledChromium() {
  return process.env.STOA_CHROMIUM || findProgram(NAMES, [MAC]);
}

/**
 * Returns the path of the first program that runs, in PATH or at one of the further paths.
 * @param {readonly string[]} names
 * @param {readonly string[]} [paths]
 */
function findProgram(names, paths = []) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name))).concat(paths);
  return candidates.find((path) => existsSync(path) && canRun(path, ["--version"])) ?? null;
}

async function installPlaywrightChromium() {
  await runPackage("playwright-core/cli.js", ["install", "chromium-headless-shell"], { timeoutMs: 300_000 });
  const program = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  const path = (await run(process.execPath, ["-e", program], { cwd: resolveFromRoot() })).trim();
  return existsSync(path) ? path : null;
}
