import { canRun } from "./command.mjs";
import { runStep } from "./progress.mjs";
import { installCommand, installSystemPackages, mayInstall } from "./system-packages.mjs";

/** Installs bubblewrap, in which agents run, if it is missing. If that fails, prints a line that says what to do. */
export async function prepareSandbox() {
  if (process.platform !== "linux" || canRun("bwrap", ["--version"])) return;
  if (mayInstall()) {
    try {
      await runStep("Installing bubblewrap", () => installSystemPackages("bubblewrap"));
      return;
    } catch {
      // The failure is reported below. Everything else works without bubblewrap.
    }
  }
  console.warn(`  bubblewrap is missing, so agents cannot run: ${installCommand("bubblewrap")}`);
}
