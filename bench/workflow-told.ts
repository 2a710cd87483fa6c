import { createWorkflowFile, PLAIN_TYPES } from "../workflow/testing/node-types.ts";
import { runWorkflowFile } from "../workflow/testing/run-workflow.ts";
import type { Figure } from "./figure.ts";

/** The same items are shown; only their numbers have a digit more. */
const GOAL = 1.1;

const CHAIN = createWorkflowFile(
  { Start: "n8n-nodes-base.manualTrigger", Pass: "own.pass", Last: "own.pass" },
  ["Start -> Pass", "Pass -> Last"],
);

/** Bytes of all that a run tells of its nodes. */
async function toldOf(count: number): Promise<number> {
  const input = Array.from({ length: count }, (_, id) => ({ id, text: "words of an item ".repeat(50) }));
  const { traces, nodes } = await runWorkflowFile({ file: CHAIN, input, types: PLAIN_TYPES });
  if (nodes.Last?.[0]?.length !== count) throw new Error("items were lost");
  return Buffer.byteLength(JSON.stringify(traces));
}

/** What a workflow tells of its nodes with ten times the items. */
export async function workflowTold(): Promise<Figure> {
  const [few, many] = [await toldOf(1_000), await toldOf(10_000)];
  const times = many / few;
  return {
    name: "what is told of 10,000 items against 1,000",
    measured: `${times.toFixed(2)} x`,
    goal: `<= ${GOAL} x`,
    met: times <= GOAL,
    detail: `${few} and ${many} bytes, three nodes, items of 850 bytes`,
  };
}
