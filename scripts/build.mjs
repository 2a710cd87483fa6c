import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { installPackages } = await import("./lib/install-packages.mjs");
const { buildProduct } = await import("./lib/build-product.mjs");
const { explain } = await import("./lib/progress.mjs");

try {
  await installPackages();
  await buildProduct();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
