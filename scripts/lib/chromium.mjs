import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, runPackage, works } from "./command.mjs";
import { inRoot } from "./root.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * Returns the path of a Chromium for the end-to-end tests: STOA_CHROMIUM, the system's, Debian's if we may install
 * it, or Playwright's download.
 * @returns {Promise<string>}
 */
export async function chromium() {
  const found = installedChromium();
  if (found !== null) return found;
  if (mayInstall()) {
    // On Ubuntu this package is an empty shell, so check whether a browser runs.
    await installSystemPackages("chromium").catch(() => {});
    const installed = installedChromium();
    if (installed !== null) return installed;
  }
  const downloaded = await playwrightChromium().catch(() => null);
  if (downloaded !== null) return downloaded;
  throw new Error(`Chromium is missing: ${installCommand("chromium")}, or set STOA_CHROMIUM to its path.`);
}

function installedChromium() {
  const given = process.env.STOA_CHROMIUM;
  if (given) return given;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).concat(MAC);
  return candidates.find((path) => existsSync(path) && works(path, ["--version"])) ?? null;
}

async function playwrightChromium() {
  await runPackage("playwright-core/cli.js", ["install", "chromium-headless-shell"], { timeoutMs: 300_000 });
  const program = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  const path = (await run(process.execPath, ["-e", program], { cwd: inRoot() })).trim();
  return existsSync(path) ? path : null;
}
