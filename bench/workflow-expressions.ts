import { type ExpressionScope, evaluateText } from "../workflow/expressions/index.ts";
import type { Item } from "../workflow/model/item.ts";
import type { WorkflowNode } from "../workflow/model/workflow-node.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

const ROUNDS = 15;
const READS = 200_000;
const GOAL = 20;
const TEXT = "={{ $json.customer.address.city }}";

const ITEMS: Item[] = Array.from({ length: 1_000 }, (_none, index) => ({
  json: {
    id: index,
    customer: { name: `customer ${index}`, address: { city: `city ${index}`, street: "Long" } },
  },
}));

const NODE: WorkflowNode = {
  id: "1",
  name: "Read",
  type: "n8n-nodes-base.set",
  version: 3.4,
  position: [0, 0],
  parameters: {},
  disabled: false,
  executeOnce: false,
  alwaysOutputData: false,
  onError: "stopWorkflow",
  maxTries: 1,
  waitBetweenTriesMs: 0,
  credentials: [],
};

const SCOPES: readonly ExpressionScope[] = ITEMS.map((_item, itemIndex) => ({
  node: NODE,
  workflow: { id: "1", name: "Bench", timezone: "UTC" },
  inputs: [ITEMS],
  itemIndex,
  runIndex: 0,
  execution: { id: "1", mode: "test", resumeUrl: "" },
  previous: undefined,
  now: () => new Date(),
  otherNode: () => undefined,
}));

/** Reads the properties with a JavaScript function, like the author's own code. */
function readByFunction(scope: ExpressionScope): unknown {
  const item = scope.inputs[0]?.[scope.itemIndex] as { json: { customer: { address: { city: string } } } };
  return item.json.customer.address.city;
}

/** Returns the nanoseconds per read. Adds up all values, so that the compiler cannot skip a read. */
function measureTime(read: (scope: ExpressionScope) => unknown): number {
  let characters = 0;
  const begun = process.hrtime.bigint();
  for (let index = 0; index < READS; index++) {
    const scope = SCOPES[index % SCOPES.length];
    if (scope) characters += String(read(scope)).length;
  }
  const passed = Number(process.hrtime.bigint() - begun);
  if (characters === 0) throw new Error("nothing was read");
  return passed / READS;
}

/**
 * Compares a plain-path expression with a function that reads the same properties, in alternating rounds. The
 * expression has been evaluated before, so it is already parsed.
 */
export function measureWorkflowExpressions(): Figure {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(measureTime((scope) => evaluateText(TEXT, scope)));
    theirs.push(measureTime(readByFunction));
  }
  const ratio = getMedian(ours) / getMedian(theirs);
  return {
    name: "plain-path expression / function",
    measurement: `${ratio.toFixed(1)} x`,
    goal: `<= ${GOAL} x`,
    met: ratio <= GOAL,
    detail: `${getMedian(ours).toFixed(0)} vs. ${getMedian(theirs).toFixed(0)} ns per read, ${TEXT.slice(1)}, median of ${ROUNDS}`,
  };
}
