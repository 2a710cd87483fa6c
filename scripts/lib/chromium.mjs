import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canRun, run, runPackage } from "./command.mjs";
import { resolveFromRoot } from "./root.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * Returns the path of a Chromium for the end-to-end tests: STOA_CHROMIUM, the system's browser, Debian's package if
 * this process may install it, or Playwright's download.
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
  const configuredPath = process.env.STOA_CHROMIUM;
  if (configuredPath) return configuredPath;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).concat(MAC);
  return candidates.find((path) => existsSync(path) && canRun(path, ["--version"])) ?? null;
}

async function installPlaywrightChromium() {
  await runPackage("playwright-core/cli.js", ["install", "chromium-headless-shell"], { timeoutMs: 300_000 });
  const program = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  const path = (await run(process.execPath, ["-e", program], { cwd: resolveFromRoot() })).trim();
  return existsSync(path) ? path : null;
}
