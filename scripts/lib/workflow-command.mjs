import { pathToFileURL } from "node:url";
import { buildServer, WORKFLOW_COMMAND } from "./build-product.mjs";
import { installPackages } from "./install-packages.mjs";
import { explain } from "./progress.mjs";
import { getHomeFolder } from "./root.mjs";

/**
 * Prints on stderr that an action takes a while, because stdout belongs to the command.
 * @param {string} title
 * @param {() => unknown} action
 */
async function runAside(title, action) {
  console.error(`${title} ...`);
  await action();
}

/**
 * Runs `stoa workflow` after building the parts of the product that it needs: no database, no sandbox, no web app.
 * @param {readonly string[]} args
 */
export async function runWorkflowCommand(args) {
  try {
    await installPackages(runAside);
    await buildServer(runAside);
    const { workflowCommand } = await import(pathToFileURL(WORKFLOW_COMMAND).href);
    process.exitCode = await workflowCommand(args, getHomeFolder());
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
