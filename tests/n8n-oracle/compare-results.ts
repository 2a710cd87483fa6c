import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../workflow/model/item.ts";
import type { ComparedItem, EngineResult } from "./engine-result.ts";
import { EVALUATE_TYPE, type GeneratedWorkflow } from "./generate-workflow.ts";

/** A difference between the engines, with a text that is the same for differences of the same cause. */
export interface Difference {
  /** The name of the expression, if the node evaluates many of them. */
  expression?: string;
  cause: string;
  node: string;
  stoa: unknown;
  n8n: unknown;
}

export interface Comparison {
  /** The number of node outputs that are equal. */
  equal: number;
  differences: Difference[];
  /** The number of node outputs that are not compared, because a node before them differs. */
  skipped: number;
}

const withoutEmptyEnd = (outputs: readonly ComparedItem[][] = []) => {
  const last = outputs.findLastIndex((items) => items.length > 0);
  return outputs.slice(0, last + 1);
};

/** Texts of errors in expressions are Stoa's own by choice: they say what is wrong and where. */
const OWN_TEXT = "the expression cannot be evaluated";
const hasOwnText = (text: unknown) => typeof text === "string" && text.startsWith(OWN_TEXT);

/** Replaces the errors of expressions in both engines' items. */
function withoutOwnTexts(mine: ComparedItem[][], theirs: ComparedItem[][]): ComparedItem[][] {
  return theirs.map((items, output) =>
    items.map((item, index) => {
      const own = mine[output]?.[index]?.json.error;
      const isError = hasOwnText(own) && item.json.error !== undefined;
      return isError ? { ...item, json: { ...item.json, error: own as JsonValue } } : item;
    }),
  );
}

/** Returns whether a message is of JavaScript itself, and not one that a developer of n8n wrote. */
const isCrash = (message: string | undefined) =>
  /Cannot (read|convert|create)|is not a function|is not iterable|Invalid time value/.test(message ?? "");

function getContents(outputs: readonly ComparedItem[][]): JsonValue {
  // JSON makes both engines' values plain: dates become text, and undefined fields disappear.
  return JSON.parse(
    JSON.stringify(outputs.map((items) => items.map(({ json, binary }) => ({ json, binary })))),
  );
}

/** Returns the pairs of each item, sorted, and each once: n8n sometimes repeats them. Their order has no meaning. */
const getPairs = (outputs: readonly ComparedItem[][]) =>
  outputs.map((items) => items.map(({ pairs }) => [...new Set(pairs.map((pair) => pair.join()))].sort()));

/** Describes a node by its type, version and mode. */
function describeNode(file: GeneratedWorkflow, name: string): string {
  const node = file.nodes.find((each) => each.name === name) ?? {};
  const parameters = (node.parameters ?? {}) as JsonObject;
  const modes = [
    "operation",
    "mode",
    "combineBy",
    "combinationMode",
    "joinMode",
    "action",
    "resolve",
    "aggregate",
    "compare",
  ]
    .map((key) => parameters[key])
    .filter((value) => typeof value === "string");
  const settings = ["disabled", "executeOnce", "alwaysOutputData", "retryOnFail"].filter(
    (key) => node[key] === true,
  );
  const onError = node.onError === undefined || node.onError === "stopWorkflow" ? [] : [String(node.onError)];
  return [
    String(node.type).replace("n8n-nodes-base.", ""),
    String(node.typeVersion),
    ...modes,
    ...settings,
    ...onError,
  ].join(" ");
}

function compareExpressions(
  file: GeneratedWorkflow,
  name: string,
  stoa: ComparedItem[][],
  n8n: ComparedItem[][],
): Difference[] {
  const parameters = file.nodes.find((each) => each.name === name)?.parameters;
  const { expressions: codes } = parameters as { expressions: { [name: string]: string } };
  const differences: Difference[] = [];
  for (const [index, item] of (n8n[0] ?? []).entries()) {
    const mine = stoa[0]?.[index]?.json ?? {};
    for (const [key, code] of Object.entries(codes)) {
      const [one, other] = [mine[key] as JsonObject, item.json[key] as JsonObject];
      // By choice, Stoa's functions also accept values that n8n refuses.
      const n8nFails = other?.error !== undefined && one?.undefined === undefined;
      if (
        n8nFails ||
        isDeepStrictEqual(JSON.parse(JSON.stringify(one ?? null)), JSON.parse(JSON.stringify(other ?? null)))
      )
        continue;
      differences.push({ cause: `expression ${code}`, expression: key, node: name, stoa: one, n8n: other });
    }
  }
  return differences;
}

/** Returns the nodes that get items from a node, at any distance. */
function findFollowers(file: GeneratedWorkflow, from: string): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { node } of (file.connections[next]?.main ?? []).flat())
      if (!found.has(node)) {
        found.add(node);
        open.push(node);
      }
  return found;
}

function findDifference(
  file: GeneratedWorkflow,
  name: string,
  stoa: EngineResult,
  n8n: EngineResult,
): Difference[] {
  const what = describeNode(file, name);
  const type = file.nodes.find((node) => node.name === name)?.type;
  const fails = [stoa, n8n].map(({ error }) => (error?.node === name ? error.message : undefined));
  if (fails[0] !== undefined || fails[1] !== undefined) {
    if (fails[0] !== undefined && fails[1] !== undefined) {
      if (fails[0] === fails[1] || hasOwnText(fails[0])) return [];
      return [{ cause: `text of error: ${what}`, node: name, stoa: fails[0], n8n: fails[1] }];
    }
    // By choice, Stoa has a result where n8n's code itself fails.
    if (fails[0] === undefined && isCrash(fails[1])) return [];
    const whose = fails[0] === undefined ? "only n8n fails" : "only Stoa fails";
    return [
      {
        cause: `${whose}: ${what}`,
        node: name,
        stoa: fails[0] ?? stoa.nodes[name],
        n8n: fails[1] ?? n8n.nodes[name],
      },
    ];
  }
  if (stoa.runs[name] !== n8n.runs[name])
    return [{ cause: `runs: ${what}`, node: name, stoa: stoa.runs[name] ?? 0, n8n: n8n.runs[name] ?? 0 }];
  const [mine, theirs] = [withoutEmptyEnd(stoa.nodes[name]), withoutEmptyEnd(n8n.nodes[name])];
  if (type === EVALUATE_TYPE) return compareExpressions(file, name, mine, theirs);
  const [contents, expected] = [getContents(mine), getContents(withoutOwnTexts(mine, theirs))];
  if (!isDeepStrictEqual(contents, expected))
    return [{ cause: `items: ${what}`, node: name, stoa: contents, n8n: expected }];
  if (!isDeepStrictEqual(getPairs(mine), getPairs(theirs)))
    return [{ cause: `pairing: ${what}`, node: name, stoa: getPairs(mine), n8n: getPairs(theirs) }];
  return [];
}

/** Compares every node's last outputs. A node is skipped if a node before it differs. */
export function compareResults(file: GeneratedWorkflow, stoa: EngineResult, n8n: EngineResult): Comparison {
  const names = [...new Set([...n8n.order, ...stoa.order])];
  const affected = new Set<string>();
  const comparison: Comparison = { equal: 0, differences: [], skipped: 0 };
  for (const name of names) {
    if (affected.has(name)) {
      comparison.skipped += 1;
      continue;
    }
    const found = findDifference(file, name, stoa, n8n);
    if (found.length === 0) comparison.equal += 1;
    else for (const follower of findFollowers(file, name)) affected.add(follower);
    comparison.differences.push(...found);
    // After a run ended early in one engine, the other nodes are not comparable.
    if (found.some(({ cause }) => cause.startsWith("only "))) {
      comparison.skipped += names.length - names.indexOf(name) - 1;
      break;
    }
  }
  return comparison;
}
