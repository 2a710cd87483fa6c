import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { prepareEnvironments } = await import("./lib/environments.mjs");
const { prepareProduct } = await import("./lib/prepare-product.mjs");
const { runServer } = await import("./lib/serve.mjs");

await prepareProduct();
await prepareEnvironments();
runServer(["serve"]);
