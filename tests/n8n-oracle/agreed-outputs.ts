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

/** Expressions whose values depend on the time. */
const DEPENDS_ON_TIME = /diffToNow|isInLast|\$now|\$today|\.now\(|toRelative/;

/**
 * Returns the workflow without the expressions that differ or depend on the time, or undefined if another node differs.
 */
export function toAgreedWorkflow(
  workflow: GeneratedWorkflow,
  differences: readonly Difference[],
): GeneratedWorkflow | undefined {
  if (differences.some(({ expression }) => expression === undefined)) return undefined;
  const left = new Set(differences.map(({ expression }) => expression));
  const nodes = workflow.nodes.map((node) => {
    if (node.type !== EVALUATE_TYPE) return node;
    const { expressions } = node.parameters as { expressions: { [name: string]: string } };
    const kept = Object.entries(expressions).filter(
      ([name, code]) => !left.has(name) && !DEPENDS_ON_TIME.test(code),
    );
    return { ...node, parameters: { expressions: Object.fromEntries(kept) } };
  });
  return { ...workflow, nodes };
}

/** The number of workflows that are kept with each type, version and mode of a node, so that the test is fast. */
const KEPT_OF_EACH = 1;
/** The number of workflows with expressions. Each has different ones. */
const KEPT_OF_EXPRESSIONS = 25;
/** The length of a kept workflow with its result, so that the file stays small. */
const MAX_CHARS = 9_000;

/** Chooses workflows that together contain every type, version and mode of nodes that the workflows have. */
export class AgreedSample {
  readonly workflows: AgreedWorkflow[] = [];
  readonly #counts = new Map<string, number>();

  add(agreed: AgreedWorkflow): void {
    const keys = new Set(agreed.workflow.nodes.map(describeNode));
    const isNeeded = (key: string) =>
      (this.#counts.get(key) ?? 0) < (key.includes(EVALUATE_TYPE) ? KEPT_OF_EXPRESSIONS : KEPT_OF_EACH);
    if (![...keys].some(isNeeded) || JSON.stringify(agreed).length > MAX_CHARS) return;
    // Dates of the day on which the sample is recorded would differ later.
    if (JSON.stringify(agreed.result).includes(new Date().toISOString().slice(0, 10))) return;
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.workflows.push(agreed);
  }
}

function describeNode({ type, typeVersion, parameters, ...settings }: JsonObject): string {
  const { operation, mode, combineBy, joinMode, action, onError } = {
    ...(parameters as JsonObject),
    ...settings,
  };
  return JSON.stringify([type, typeVersion, operation, mode, combineBy, joinMode, action, onError]);
}
