import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { parseArguments } = await import("./lib/arguments.mjs");
const { installPackages } = await import("./lib/install-packages.mjs");
const { prepareTestEnvironments } = await import("./lib/environments.mjs");
const { explain } = await import("./lib/progress.mjs");
const { runSteps } = await import("./lib/run-steps.mjs");
const { prepareSandbox } = await import("./lib/sandbox.mjs");
const { staticChecks } = await import("./lib/static-checks.mjs");
const { testSteps } = await import("./lib/test-steps.mjs");

const { only, long } = parseArguments(process.argv.slice(2));
try {
  await installPackages();
  await prepareSandbox();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
/**
 * Installs the Python packages. This takes about as long as the static checks, so both run in parallel. Steps that are
 * selected with --only also need the packages.
 * @type {import("./lib/run-steps.mjs").Step}
 */
const environments = {
  id: "environments",
  title: "Installing Python packages",
  oneCore: true,
  run: () => prepareTestEnvironments(async (_title, install) => void (await install())),
};
const steps = [environments, ...staticChecks, ...testSteps(long)];
const passed =
  only.length === 0
    ? await runSteps(
        steps.filter(({ longOnly }) => long || !longOnly),
        [],
      )
    : await runSteps(steps, [environments.id, ...only]);
process.exitCode = passed ? 0 : 1;
