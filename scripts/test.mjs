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
  await prepareTestEnvironments();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
process.exitCode = (await runSteps([...staticChecks, ...testSteps(long)], only)) ? 0 : 1;
