import { createCodeRunner } from "../workflow/code/index.ts";
import { CODE_NODES } from "../workflow/nodes/code/index.ts";
import { createWorkflowFile } from "../workflow/testing/node-types.ts";
import { runWorkflowFile } from "../workflow/testing/run-workflow.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

/**
 * The maximum ratio of the time for 1,000 items to the time for one. Each call creates one sandbox, which takes most of
 * the time.
 */
const GOAL = 10;
const ROUNDS = 15;

const http = { send: () => Promise.reject(new Error("the benchmark does not call servers")) };
const services = { code: createCodeRunner({ http }) };

const FILE = createWorkflowFile(
  {
    Start: "n8n-nodes-base.manualTrigger",
    Code: {
      type: "n8n-nodes-base.code",
      typeVersion: 2,
      parameters: {
        jsCode: "return $input.all().map(({ json }) => ({ json: { ...json, twice: json.id * 2 } }));",
      },
    },
  },
  ["Start -> Code"],
);

async function measureCost(count: number): Promise<number> {
  const input = Array.from({ length: count }, (_, id) => ({ id, name: `item ${id}` }));
  const begun = performance.now();
  const { error, nodes } = await runWorkflowFile({ file: FILE, input, types: CODE_NODES, services });
  if (error || nodes.Code?.[0]?.length !== count) throw new Error(error?.message ?? "items were lost");
  return performance.now() - begun;
}

/** Measures a Code node with one item and with 1,000. */
export async function measureWorkflowCode(): Promise<Figure> {
  await measureCost(1);
  const [one, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await measureCost(1));
    many.push(await measureCost(1_000));
  }
  const times = getMedian(many) / getMedian(one);
  return {
    name: "Code node with 1,000 items / one item",
    measurement: `${times.toFixed(1)} x`,
    goal: `<= ${GOAL} x`,
    met: times <= GOAL,
    detail: `p50 ${getMedian(one).toFixed(1)} ms and ${getMedian(many).toFixed(1)} ms, ${ROUNDS} rounds`,
  };
}
