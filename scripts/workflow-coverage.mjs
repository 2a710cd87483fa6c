#!/usr/bin/env node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { requireNode } from "./lib/require-node.mjs";

requireNode();

/**
 * How much of a folder of n8n exports Stoa supports: `node scripts/workflow-coverage.mjs FOLDER [--why]`.
 * Files are told apart by the tier in their names (`001-t1-form.json`).
 */
const [folder, flag] = process.argv.slice(2);
if (folder === undefined) {
  console.error("workflow-coverage needs a folder of exports; with --why it says what each lacks");
  process.exit(2);
}

const { buildServer, WORKFLOW_COMMAND } = await import("./lib/build-product.mjs");
await buildServer((title, action) => {
  console.error(`${title} ...`);
  return action();
});
const { reportOf } = await import(pathToFileURL(WORKFLOW_COMMAND).href);

/** @type {Map<string, { files: number; read: number; runs: number }>} */
const tiers = new Map();
/** @type {Map<string, number>} */
const lacking = new Map();
for (const file of readdirSync(folder).filter((name) => /-t\d-.*\.json$/.test(name))) {
  const tier = /-(t\d)-/.exec(file)?.[1]?.toUpperCase() ?? "";
  const counts = tiers.get(tier) ?? { files: 0, read: 0, runs: 0 };
  tiers.set(tier, counts);
  const report = await reportOf(readFileSync(join(folder, file), "utf8"));
  counts.files += 1;
  if (!("runs" in report)) {
    if (flag === "--why") console.log(`${file}: ${report.problem.message}`);
    continue;
  }
  counts.read += 1;
  if (report.runs) counts.runs += 1;
  /** @type {{ node: string; type: string; reason: string; onPath: boolean }[]} */
  const onPath = report.unsupported.filter((/** @type {{ onPath: boolean }} */ node) => node.onPath);
  for (const type of new Set(onPath.map((node) => node.type)))
    lacking.set(type, (lacking.get(type) ?? 0) + 1);
  if (flag !== "--why" || report.runs) continue;
  if (report.problem) console.log(`${file}: ${report.problem.message}`);
  for (const { node, reason } of onPath) console.log(`${file}: '${node}': ${reason}`);
}

const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
  `${Math.floor((100 * part) / whole)} %`;
for (const [tier, { files, read, runs }] of [...tiers].sort())
  console.log(
    `${tier}: ${files} files, ${read} read (${share(read, files)}), ${runs} run (${share(runs, files)})`,
  );
const most = [...lacking].sort(([, a], [, b]) => b - a).slice(0, 15);
for (const [type, count] of most) console.log(`  ${type} keeps ${count} from running`);
