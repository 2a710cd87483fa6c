import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { AgreedSample, toAgreedWorkflow, writeAgreedWorkflows } from "./agreed-outputs.ts";
import { compareResults, type Difference } from "./compare-results.ts";
import { generateWorkflow } from "./generate-workflow.ts";
import { runInN8n } from "./run-in-n8n.ts";
import { runInStoa } from "./run-in-stoa.ts";

/**
 * Compares Stoa's engine with an installed n8n: `npm run oracle -- --from 1 --count 1000`. README.md says how to install n8n.
 */
const { values } = parseArgs({
  options: {
    from: { type: "string", default: "1" },
    count: { type: "string", default: "500" },
    cause: { type: "string" },
    show: { type: "boolean", default: false },
    report: { type: "string" },
    record: { type: "boolean", default: false },
  },
});
const folder = process.env.STOA_N8N;
if (folder === undefined) {
  console.error(
    "Set STOA_N8N to the folder in which n8n is installed. tests/n8n-oracle/README.md says how to install it.",
  );
  process.exit(2);
}

const first = Number(values.from);
const workflows = Array.from({ length: Number(values.count) }, (_, index) => ({
  id: first + index,
  workflow: generateWorkflow(first + index),
}));
if (values.show) console.log(JSON.stringify(workflows, undefined, 1));
const totals = { equal: 0, different: 0, skipped: 0, workflows: 0, refused: 0 };
const byCause = new Map<string, { seeds: number[]; example: Difference }>();
const sample = new AgreedSample();
const pending: Promise<void>[] = [];
await runInN8n(folder, workflows, (id, n8n) => {
  if ("refusal" in n8n) {
    totals.refused += 1;
    return;
  }
  pending.push(
    (async () => {
      const { workflow } = workflows[id - first] as (typeof workflows)[number];
      const { equal, differences, skipped } = compareResults(workflow, await runInStoa(workflow), n8n);
      const agreed = skipped === 0 ? toAgreedWorkflow(workflow, differences) : undefined;
      if (agreed) sample.add({ seed: id, workflow: agreed, result: await runInStoa(agreed) });
      totals.equal += equal;
      totals.skipped += skipped;
      totals.workflows += 1;
      totals.different += new Set(differences.map(({ node }) => node)).size;
      for (const difference of differences) {
        const known = byCause.get(difference.cause) ?? { seeds: [], example: difference };
        known.seeds.push(id);
        byCause.set(difference.cause, known);
      }
    })(),
  );
});
await Promise.all(pending);

const causes = [...byCause].sort(([, a], [, b]) => b.seeds.length - a.seeds.length);
for (const [cause, { seeds, example }] of causes) {
  if (values.cause !== undefined && !cause.includes(values.cause)) continue;
  console.log(`${seeds.length} x ${cause} (seed ${[...new Set(seeds)].slice(0, 3).join(", ")})`);
  console.log(`    Stoa ${JSON.stringify(example.stoa)?.slice(0, 400)}`);
  console.log(`    n8n  ${JSON.stringify(example.n8n)?.slice(0, 400)}`);
}
console.log(JSON.stringify(totals));
if (values.report !== undefined)
  writeFileSync(values.report, JSON.stringify({ totals, causes }, undefined, 1));
if (values.record) writeAgreedWorkflows(sample.workflows);
