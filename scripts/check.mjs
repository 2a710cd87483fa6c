import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { parseArguments } = await import("./lib/arguments.mjs");
const { installPackages } = await import("./lib/install-packages.mjs");
const { runSteps } = await import("./lib/run-steps.mjs");
const { staticChecks } = await import("./lib/static-checks.mjs");

const { only } = parseArguments(process.argv.slice(2));
await installPackages();
process.exitCode = (await runSteps(staticChecks, only)) ? 0 : 1;
