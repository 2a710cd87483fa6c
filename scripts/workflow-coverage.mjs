#!/usr/bin/env node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findDisagreements } from "./lib/corpus/compare-labels.mjs";
import { findRunFailure } from "./lib/corpus/run-export.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { CACHE } from "./lib/root.mjs";

requireNode();

/**
 * Prints how much of a folder of n8n exports Stoa supports and can execute with scripted servers, services and models:
 * `node scripts/workflow-coverage.mjs FOLDER [--why]`. Files are grouped by the tier in their names, such as
 * `001-t1-form.json`. With `--labels` it compares the reports with manual labels of some files.
 */
const [folder, flag] = process.argv.slice(2);
if (folder === undefined) {
  console.error(
    "workflow-coverage needs a folder of exports. --why lists what each file lacks; --labels compares the reports with the manual labels",
  );
  process.exit(2);
}

const { buildServer, WORKFLOW_COMMAND } = await import("./lib/build-product.mjs");
await buildServer(async (title, action) => {
  console.error(`${title} ...`);
  await action();
});
const product = await import(pathToFileURL(WORKFLOW_COMMAND).href);
const python = product.openLocalPython(process.env, CACHE);
const printReason = (/** @type {string} */ line) => flag === "--why" && console.log(line);

if (flag === "--labels") {
  const labels = JSON.parse(readFileSync(new URL("./workflow-labels.json", import.meta.url), "utf8"));
  let agreeing = 0;
  for (const [file, label] of Object.entries(labels)) {
    const report = await product.createReport(readFileSync(join(folder, file), "utf8"));
    const differing = findDisagreements(label, report);
    if (differing.length === 0) agreeing += 1;
    for (const line of differing) console.log(`${file}: ${line}`);
  }
  console.log(`${agreeing} of ${Object.keys(labels).length} reports match the manual labels`);
  process.exit(0);
}

/** @type {Map<string, { files: number; read: number; supported: number; ended: number }>} */
const tiers = new Map();
/** @type {Map<string, number>} */
const lacking = new Map();
for (const file of readdirSync(folder).filter((name) => /-t\d-.*\.json$/.test(name))) {
  const tier = /-(t\d)-/.exec(file)?.[1]?.toUpperCase() ?? "";
  const counts = tiers.get(tier) ?? { files: 0, read: 0, supported: 0, ended: 0 };
  tiers.set(tier, counts);
  const source = readFileSync(join(folder, file), "utf8");
  const report = await product.createReport(source);
  counts.files += 1;
  if (!("runs" in report)) {
    printReason(`${file}: ${report.problem.message}`);
    continue;
  }
  counts.read += 1;
  /** @type {{ node: string; type: string; reason: string; onPath: boolean }[]} */
  const onPath = report.unsupported.filter((/** @type {{ onPath: boolean }} */ node) => node.onPath);
  for (const type of new Set(onPath.map((node) => node.type)))
    lacking.set(type, (lacking.get(type) ?? 0) + 1);
  if (report.problem) printReason(`${file}: ${report.problem.message}`);
  for (const { node, reason } of onPath) printReason(`${file}: '${node}': ${reason}`);
  if (!report.runs) continue;
  counts.supported += 1;
  const failure = await findRunFailure(product, { file, source, report, python });
  if (failure === undefined) counts.ended += 1;
  else printReason(`${file}: failed at ${failure}`);
}
await python.close();

const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
  `${Math.floor((100 * part) / whole)} %`;
for (const [tier, { files, read, supported, ended }] of [...tiers].sort())
  console.log(
    `${tier}: ${files} files, ${read} parsed (${share(read, files)}), ${supported} supported (${share(supported, files)}), ${ended} completed (${share(ended, files)})`,
  );
const most = [...lacking].sort(([, a], [, b]) => b - a).slice(0, 15);
for (const [type, count] of most) console.log(`  ${type} blocks ${count}`);
