import { spawnSync } from "node:child_process";
import { requireNode } from "./lib/require-node.mjs";
import { ROOT, resolveFromRoot } from "./lib/root.mjs";

requireNode();
const { findTestBrowser } = await import("./lib/chromium.mjs");
const { prepareTestEnvironments } = await import("./lib/environments.mjs");
const { prepareProduct } = await import("./lib/prepare-product.mjs");

await prepareProduct();
await prepareTestEnvironments();
const pictures = spawnSync(
  process.execPath,
  [resolveFromRoot("node_modules/tsx/dist/cli.mjs"), "tests/screens/pictures.ts", ...process.argv.slice(2)],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, STOA_CHROMIUM: await findTestBrowser() } },
);
process.exitCode = pictures.status ?? 1;
