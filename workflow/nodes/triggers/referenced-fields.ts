import type { JsonValue } from "@stoa/runtime/protocol";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { waitsForAnswer } from "../core/waiting/wait-parameters.ts";

/** Longer names are not asked for. It bounds how far a hostile text is looked through again and again. */
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]{0,100}(?![\p{L}\p{N}_$(])`;
const QUOTED = String.raw`['"\x60][^'"\x60\]]{1,100}['"\x60]`;

/** One step from an object to a field of it: `.name`, `?.["name"]`. */
export const PATH_STEP = String.raw`(?:\??\.(?!\[)${NAME}|(?:\?\.)?\[\s{0,5}${QUOTED}\s{0,5}\])`;

/** `.body["first name"]` as its names. */
export function parsePath(path: string): string[] {
  return [...path.matchAll(/\[\s*['"`]([^'"`\]]+)['"`]\s*\]|([\p{L}_$][\p{L}\p{N}_$]*)/gu)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}

/** Nodes that hand items on as they are: behind them `$json` is still the trigger's. */
const PASSING = new Set(
  ["if", "filter", "switch", "noOp", "limit", "wait"].map((name) => `n8n-nodes-base.${name}`),
);

/** What waits for somebody's answer hands that on. */
function handsOn(node: WorkflowNode | undefined): boolean {
  return node !== undefined && PASSING.has(node.type) && !waitsForAnswer(node);
}

/** One item of a node, as expressions and code name it. */
export const ONE_ITEM = String.raw`(?:item|first\(\)|last\(\)|all\(\)\[\d+\])`;

/** A pattern of what stands for a node, by its name. */
export function createNodeReferencePattern(name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return String.raw`\$\(\s*['"\x60]${escaped}['"\x60]\s*\)\.${ONE_ITEM}|\$node\[\s*['"\x60]${escaped}['"\x60]\s*\]`;
}

/** Every text within a value of the file. */
export function* listTexts(value: JsonValue): Generator<string> {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* listTexts(part);
}

/** Nodes that see a trigger's items as their own. */
export function findNodesAfter(workflow: Workflow, trigger: string): Set<string> {
  const found = new Set<string>();
  const open = [trigger];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { kind, from, to } of workflow.connections) {
      if (kind !== "main" || from !== next || found.has(to)) continue;
      found.add(to);
      if (handsOn(workflow.nodes.get(to))) open.push(to);
    }
  return found;
}

/** Code has a few; a hostile text that declares thousands is not looked through for each. */
const MOST_ALIASES = 20;
/** As many fields as anybody declares at once. */
const DECLARED = String.raw`\{([^{}]{1,2000})\}`;
const PLAIN = String.raw`[A-Za-z_]\w{0,60}`;

/** `a, b: c, d = 1` as the names of the fields. */
function declaredNames(list: string): string[] {
  return list.split(",").flatMap((entry) => /^\s*([A-Za-z_]\w*)/.exec(entry)?.[1] ?? []);
}

/**
 * Which fields code asks for by names that it gave to an item, or to a field of it, before:
 * `const body = $json.body; body.url`, `const { url } = $json.body`. `item` is a pattern of what stands for the item.
 */
function aliasedFields(text: string, item: string): string[][] {
  if (!/\b(?:const|let|var)\s/.test(text)) return [];
  const place = String.raw`\s{0,20}=\s{0,20}(?:${item})((?:${PATH_STEP}){0,1})(?!\??[.[(])`;
  const found: string[][] = [];
  const taken = new RegExp(String.raw`\b(?:const|let|var)\s{1,20}${DECLARED}${place}`, "gu");
  for (const [, list = "", path = ""] of text.matchAll(taken))
    for (const name of declaredNames(list)) found.push([...parsePath(path), name]);
  const named = new RegExp(String.raw`\b(?:const|let|var)\s{1,20}(${PLAIN})${place}`, "gu");
  const aliases = [...text.matchAll(named)].slice(0, MOST_ALIASES);
  for (const [, alias = "", path = ""] of aliases) {
    const begun = parsePath(path);
    const read = new RegExp(String.raw`(?<![\w.$])${alias}((?:${PATH_STEP}){1,2})`, "gu");
    for (const [, after = ""] of text.matchAll(read)) found.push([...begun, ...parsePath(after)].slice(0, 2));
  }
  return found;
}

/** Which fields of a trigger's item the file asks for: each as the names that lead to it, two at most. */
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
      for (const steps of [...direct, ...aliasedFields(text, item)]) found.set(steps.join("."), steps);
    }
  }
  return [...found.values()];
}
