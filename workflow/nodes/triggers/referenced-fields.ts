import type { JsonValue } from "@stoa/runtime/protocol";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { waitsForAnswer } from "../core/waiting/wait-parameters.ts";

/**
 * Matches a name of limited length. Longer names are not requested from callers, and the limit keeps searches of
 * hostile text fast.
 */
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]{0,100}(?![\p{L}\p{N}_$(])`;
const QUOTED = String.raw`['"\x60][^'"\x60\]]{1,100}['"\x60]`;

/** One step of a property path: `.name` or `?.["name"]`. */
export const PATH_STEP = String.raw`(?:\??\.(?!\[)${NAME}|(?:\?\.)?\[\s{0,5}${QUOTED}\s{0,5}\])`;

/** Parses `.body["first name"]` into names. */
export function parsePath(path: string): string[] {
  return [...path.matchAll(/\[\s*['"`]([^'"`\]]+)['"`]\s*\]|([\p{L}_$][\p{L}\p{N}_$]*)/gu)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}

/** Nodes that pass items on unchanged, so that `$json` is still the trigger's item after them. */
const PASSING = new Set(
  ["if", "filter", "switch", "noOp", "limit", "wait"].map((name) => `n8n-nodes-base.${name}`),
);

/**
 * Returns whether a node passes its items on. A node that waits for an answer does not, because it outputs the answer.
 */
function passesItemsOn(node: WorkflowNode | undefined): boolean {
  return node !== undefined && PASSING.has(node.type) && !waitsForAnswer(node);
}

/** Matches an access to one item of a node in expressions and code. */
export const ONE_ITEM = String.raw`(?:item|first\(\)|last\(\)|all\(\)\[\d+\])`;

/** Returns a pattern that matches references to a node by name. */
export function createNodeReferencePattern(name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return String.raw`\$\(\s*['"\x60]${escaped}['"\x60]\s*\)\.${ONE_ITEM}|\$node\[\s*['"\x60]${escaped}['"\x60]\s*\]`;
}

/** Yields every string in a value. */
export function* listTexts(value: JsonValue): Generator<string> {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* listTexts(part);
}

/** Returns the names of nodes that receive the trigger's items unchanged. */
export function findNodesAfter(workflow: Workflow, trigger: string): Set<string> {
  const found = new Set<string>();
  const open = [trigger];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { kind, from, to } of workflow.connections) {
      if (kind !== "main" || from !== next || found.has(to)) continue;
      found.add(to);
      if (passesItemsOn(workflow.nodes.get(to))) open.push(to);
    }
  return found;
}

/**
 * The maximum number of variables that are followed in a piece of code. Ordinary code declares a few variables, and
 * hostile code thousands.
 */
const MOST_ALIASES = 20;
/** Matches a destructuring pattern. The length is limited because handwritten patterns are short. */
const DECLARED = String.raw`\{([^{}]{1,2000})\}`;
const PLAIN = String.raw`[A-Za-z_]\w{0,60}`;

/** Parses `a, b: c, d = 1` into the field names. */
function findDeclaredNames(list: string): string[] {
  return list.split(",").flatMap((entry) => /^\s*([A-Za-z_]\w*)/.exec(entry)?.[1] ?? []);
}

/**
 * Returns the fields that code reads from variables that hold an item or one of its fields: `const body = $json.body;
 * body.url`, `const { url } = $json.body`. `item` is a pattern of references to the item.
 */
function findAliasedFields(text: string, item: string): string[][] {
  if (!/\b(?:const|let|var)\s/.test(text)) return [];
  const place = String.raw`\s{0,20}=\s{0,20}(?:${item})((?:${PATH_STEP}){0,1})(?!\??[.[(])`;
  const found: string[][] = [];
  const taken = new RegExp(String.raw`\b(?:const|let|var)\s{1,20}${DECLARED}${place}`, "gu");
  for (const [, list = "", path = ""] of text.matchAll(taken))
    for (const name of findDeclaredNames(list)) found.push([...parsePath(path), name]);
  const named = new RegExp(String.raw`\b(?:const|let|var)\s{1,20}(${PLAIN})${place}`, "gu");
  const aliases = [...text.matchAll(named)].slice(0, MOST_ALIASES);
  for (const [, alias = "", path = ""] of aliases) {
    const begun = parsePath(path);
    const read = new RegExp(String.raw`(?<![\w.$])${alias}((?:${PATH_STEP}){1,2})`, "gu");
    for (const [, after = ""] of text.matchAll(read)) found.push([...begun, ...parsePath(after)].slice(0, 2));
  }
  return found;
}

/** Returns the fields that a workflow reads from a trigger's item, as paths of at most two names. */
export function findReferencedFields(workflow: Workflow, trigger: WorkflowNode): string[][] {
  const named = String.raw`(?:${createNodeReferencePattern(trigger.name)})\.json`;
  const own = String.raw`${named}|\$json|\$input\.${ONE_ITEM}\.json|\bitems\[0\]\.json`;
  const near = findNodesAfter(workflow, trigger.name);
  const found = new Map<string, string[]>();
  for (const node of workflow.nodes.values()) {
    const item = near.has(node.name) ? own : named;
    const pattern = new RegExp(`(?:${item})((?:${PATH_STEP}){1,2})`, "gu");
    for (const text of listTexts(node.parameters)) {
      const direct = Array.from(text.matchAll(pattern), ([, path = ""]) => parsePath(path));
      for (const steps of [...direct, ...findAliasedFields(text, item)]) found.set(steps.join("."), steps);
    }
  }
  return [...found.values()];
}
