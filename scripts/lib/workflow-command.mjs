import { pathToFileURL } from "node:url";
import { buildServer, WORKFLOW_COMMAND } from "./build-product.mjs";
import { installPackages } from "./install-packages.mjs";
import { explain } from "./progress.mjs";
import { getHomeFolder } from "./root.mjs";

/**
 * Prints the title on stderr and runs the action. stdout is reserved for the output of the command.
 * @param {string} title
 * @param {() => unknown} action
 */
async function runAside(title, action) {
  console.error(`${title} ...`);
  await action();
}

/**
 * Runs `stoa workflow` after building the parts of the product that it needs. It needs neither the database nor the
 * sandbox nor the web app.
 * @param {readonly string[]} args
 */
export async function runWorkflowCommand(args) {
  try {
    await installPackages(runAside);
    await buildServer(runAside);
    const built = await import(pathToFileURL(WORKFLOW_COMMAND).href);
    process.exitCode = await built.runWorkflowCommand(args, getHomeFolder());
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
