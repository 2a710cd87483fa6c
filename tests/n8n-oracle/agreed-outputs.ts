import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../workflow/model/item.ts";
import type { Difference } from "./compare-results.ts";
import type { EngineResult } from "./engine-result.ts";
import { EVALUATE_TYPE, type GeneratedWorkflow } from "./generate-workflow.ts";

/** A workflow whose outputs were equal in both engines, with Stoa's outputs. */
export interface AgreedWorkflow {
  seed: number;
  workflow: GeneratedWorkflow;
  result: EngineResult;
}

const FILE = join(import.meta.dirname, "agreed-outputs.jsonl");

/** Returns the recorded workflows, one for each line of the file. */
export function readAgreedWorkflows(): AgreedWorkflow[] {
  return readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AgreedWorkflow);
}

export function writeAgreedWorkflows(workflows: readonly AgreedWorkflow[]): void {
  writeFileSync(FILE, workflows.map((each) => `${JSON.stringify(each)}\n`).join(""));
}

/** Returns the workflow without the expressions whose values differ, or undefined if another node differs. */
export function withoutDifferences(
  workflow: GeneratedWorkflow,
  differences: readonly Difference[],
): GeneratedWorkflow | undefined {
  if (differences.some(({ expression }) => expression === undefined)) return undefined;
  const left = new Set(differences.map(({ expression }) => expression));
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => {
      if (node.type !== EVALUATE_TYPE) return node;
      const { expressions } = node.parameters as { expressions: JsonObject };
      const kept = Object.entries(expressions).filter(([name]) => !left.has(name));
      return { ...node, parameters: { expressions: Object.fromEntries(kept) } };
    }),
  };
}
