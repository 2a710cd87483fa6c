import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { parseArguments } = await import("./lib/arguments.mjs");
const { installPackages } = await import("./lib/install-packages.mjs");
const { prepareTestEnvironments } = await import("./lib/environments.mjs");
const { runSteps } = await import("./lib/run-steps.mjs");
const { prepareSandbox } = await import("./lib/sandbox.mjs");
const { staticChecks } = await import("./lib/static-checks.mjs");
const { pythonTests, testSteps } = await import("./lib/test-steps.mjs");

const { only, long } = parseArguments(process.argv.slice(2));
await prepareSandbox();

/** @typedef {import("./lib/run-steps.mjs").Step} Step */
/**
 * Installs the npm packages. Only the Python tests do not need them, so these run in the meantime.
 * @type {Step}
 */
const packages = {
  id: "packages",
  title: "Installing packages",
  oneCore: true,
  run: () => installPackages(runSilently),
};
/**
 * Installs the Python packages. This takes about as long as the static checks, so both run in parallel. Steps that are
 * selected with --only also need the packages.
 * @type {Step}
 */
const environments = {
  id: "environments",
  title: "Installing Python packages",
  oneCore: true,
  run: () => prepareTestEnvironments(runSilently),
};
const withPackages = [environments, ...staticChecks, ...testSteps(long)].map((step) => ({
  ...step,
  needs: [packages.id, ...(step.needs ?? [])],
}));
const steps = [packages, pythonTests(long), ...withPackages];
const passed =
  only.length === 0
    ? await runSteps(
        steps.filter(({ longOnly }) => long || !longOnly),
        [],
      )
    : await runSteps(steps, [environments.id, ...only]);
process.exitCode = passed ? 0 : 1;

/**
 * Runs the action of a step whose line is already printed.
 * @param {string} _title
 * @param {() => unknown} action
 */
async function runSilently(_title, action) {
  await action();
}
