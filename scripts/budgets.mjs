import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { checkBudgets, weighBuiltPages } = await import("./lib/budgets.mjs");
const { checkBundleCycles } = await import("./lib/bundle-cycles.mjs");

for (const { name, kB, budget } of weighBuiltPages())
  console.log(`${name.padEnd(20)} ${kB.toFixed(1).padStart(6)} kB of ${budget}`);
try {
  checkBundleCycles();
  checkBudgets();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
