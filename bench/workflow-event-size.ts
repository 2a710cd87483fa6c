import { createWorkflowFile, PLAIN_TYPES } from "../workflow/testing/node-types.ts";
import { runWorkflowFile } from "../workflow/testing/run-workflow.ts";
import type { Figure } from "./figure.ts";

/**
 * The maximum ratio. The events of both runs show the same number of items and differ only in numbers with one more
 * digit.
 */
const GOAL = 1.1;

const CHAIN = createWorkflowFile(
  { Start: "n8n-nodes-base.manualTrigger", Pass: "own.pass", Last: "own.pass" },
  ["Start -> Pass", "Pass -> Last"],
);

/** Returns the size in bytes of all node events of a run. */
async function measureEventBytes(count: number): Promise<number> {
  const input = Array.from({ length: count }, (_, id) => ({ id, text: "words of an item ".repeat(50) }));
  const { traces, nodes } = await runWorkflowFile({ file: CHAIN, input, types: PLAIN_TYPES });
  if (nodes.Last?.[0]?.length !== count) throw new Error("items were lost");
  return Buffer.byteLength(JSON.stringify(traces));
}

/** Compares the size of a workflow's node events for a number of items with their size for ten times as many. */
export async function measureWorkflowEventSize(): Promise<Figure> {
  const [few, many] = [await measureEventBytes(1_000), await measureEventBytes(10_000)];
  const times = many / few;
  return {
    name: "node events of 10,000 items / 1,000 items",
    measurement: `${times.toFixed(2)} x`,
    goal: `<= ${GOAL} x`,
    met: times <= GOAL,
    detail: `${few} and ${many} bytes, three nodes, items of 850 bytes`,
  };
}
