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
