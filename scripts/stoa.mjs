#!/usr/bin/env node
import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { prepareProduct } = await import("./lib/prepare-product.mjs");
const { runServer } = await import("./lib/serve.mjs");

await prepareProduct();
runServer(process.argv.slice(2));
