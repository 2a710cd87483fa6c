#!/usr/bin/env node
import { requireNode } from "./lib/require-node.mjs";

requireNode();
const [command, ...rest] = process.argv.slice(2);
if (command === "workflow") {
  const { runWorkflowCommand } = await import("./lib/workflow-command.mjs");
  await runWorkflowCommand(rest);
} else {
  const { prepareProduct } = await import("./lib/prepare-product.mjs");
  const { runServer } = await import("./lib/serve.mjs");
  await prepareProduct();
  runServer(process.argv.slice(2));
}
