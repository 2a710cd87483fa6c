import { spawnSync } from "node:child_process";
import { requireNode } from "./lib/require-node.mjs";
import { ROOT, resolveFromRoot } from "./lib/root.mjs";

requireNode();
const { prepareTestEnvironments } = await import("./lib/environments.mjs");
const { prepareProduct } = await import("./lib/prepare-product.mjs");

await prepareProduct();
await prepareTestEnvironments();
const bench = spawnSync(
  process.execPath,
  [resolveFromRoot("node_modules/tsx/dist/cli.mjs"), "bench/main.ts", ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = bench.status ?? 1;
