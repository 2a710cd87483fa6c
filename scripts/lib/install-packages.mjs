import { CommandError, runNpm } from "./command.mjs";
import { computeFingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { runStep } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const MANIFESTS = ["package-lock.json", "package.json"].concat(
  ["contract", "gateway", "runtime", "workflow", "server", "web"].map((name) => `${name}/package.json`),
);
const STAMP = resolveFromRoot("node_modules", ".stoa-installed");

/**
 * Installs the npm packages when package-lock.json changed, node_modules is missing or another Node is used.
 *
 * `npm ci` would refuse the lock file, because it lists the optional PostgreSQL packages of other platforms without
 * URLs. `--no-save` keeps the lock file as it is.
 * @param {typeof runStep} show how the step is shown
 */
export async function installPackages(show = runStep) {
  const print = `${computeFingerprint(MANIFESTS)} ${process.platform} ${process.arch} ${process.versions.modules}`;
  if (isStamped(STAMP, print)) return;
  await show("Installing packages", async () => {
    try {
      // Set the options explicitly, because NODE_ENV=production would omit packages that the build needs.
      await runNpm([
        "install",
        "--no-save",
        "--prefer-offline",
        "--include=dev",
        "--include=optional",
        "--no-audit",
      ]);
    } catch (error) {
      if (
        error instanceof CommandError &&
        /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(error.output)
      ) {
        throw new Error(
          "Failed to reach the package registry. Connect this machine or set npm's registry, then try again.",
        );
      }
      throw error;
    }
    stamp(STAMP, print);
  });
}
