import { createWorkflowFile, PLAIN_TYPES } from "../workflow/testing/node-types.ts";
import { runWorkflowFile } from "../workflow/testing/run-workflow.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

const GOAL = 11;
const ROUNDS = 9;

/**
 * A chain of nodes that pass on, create, look up and filter items. The run keeps the items of each node until it ends.
 */
const CHAIN = createWorkflowFile(
  {
    Start: "n8n-nodes-base.manualTrigger",
    Pass: "own.pass",
    Make: { type: "own.add", parameters: { fields: { total: "={{ $json.price * $json.count }}" } } },
    Choose: "own.split",
    Ask: { type: "own.add", parameters: { fields: { name: "={{ $('Start').item.json.name }}" } } },
  },
  ["Start -> Pass", "Pass -> Make", "Make -> Choose", "Choose:0 -> Ask"],
);

async function measureCost(count: number): Promise<number> {
  const input = Array.from({ length: count }, (_, id) => ({
    name: `item ${id}`,
    price: 3,
    count: id,
    left: true,
  }));
  const begun = performance.now();
  const { error, nodes } = await runWorkflowFile({ file: CHAIN, input, types: PLAIN_TYPES });
  if (error || nodes.Ask?.[0]?.length !== count) throw new Error(error?.message ?? "items were lost");
  return performance.now() - begun;
}

/** Measures how much longer a workflow takes with ten times the items, in one thread. */
export async function measureWorkflowItems(): Promise<Figure> {
  await measureCost(1_000);
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    few.push(await measureCost(1_000));
    many.push(await measureCost(10_000));
  }
  const times = getMedian(many) / getMedian(few);
  return {
    name: "a workflow with 10,000 items / 1,000 items",
    measurement: `${times.toFixed(1)} x`,
    goal: `<= ${GOAL} x`,
    met: times <= GOAL,
    detail: `p50 ${getMedian(few).toFixed(0)} ms and ${getMedian(many).toFixed(0)} ms, five nodes, ${ROUNDS} rounds`,
  };
}
