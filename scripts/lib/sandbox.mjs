import { works } from "./command.mjs";
import { step } from "./progress.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

/** Makes sure that bubblewrap, in which agents run, is there; without it says in one line what to do. */
export async function prepareSandbox() {
  if (process.platform !== "linux" || works("bwrap", ["--version"])) return;
  if (mayInstall()) {
    try {
      await step("Installing bubblewrap", () => installSystemPackages("bubblewrap"));
      return;
    } catch {
      // Said below; all else works without it.
    }
  }
  console.warn(`  bubblewrap is missing, so agents cannot run: ${installCommand("bubblewrap")}`);
}

/** Says in one line when agents written in Python will be unavailable. */
export function checkPython() {
  if (works("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])) return;
  console.warn(`  Python 3.9 or newer is missing, so agents cannot run: ${installCommand("python3")}`);
}
