import { pathToFileURL } from "node:url";
import { buildServer, WORKFLOW_COMMAND } from "./build-product.mjs";
import { installPackages } from "./install-packages.mjs";
import { explain } from "./progress.mjs";
import { homeFolder } from "./root.mjs";

/**
 * Says on stderr what takes a while: stdout is the command's own.
 * @param {string} title
 * @param {() => unknown} action
 */
async function aside(title, action) {
  console.error(`${title} ...`);
  await action();
}

/**
 * `stoa workflow`, after what it needs of the product: no database, no sandbox, no web app.
 * @param {readonly string[]} args
 */
export async function runWorkflowCommand(args) {
  try {
    await installPackages(aside);
    await buildServer(aside);
    const { workflowCommand } = await import(pathToFileURL(WORKFLOW_COMMAND).href);
    process.exitCode = await workflowCommand(args, homeFolder());
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
