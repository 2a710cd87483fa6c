import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import { UnreadableWorkflow } from "./workflow-problem.ts";

/** Removes the byte order mark, which some editors write and JSON does not allow. */
export const stripBom = (source: string): string => (source.startsWith("\uFEFF") ? source.slice(1) : source);

/** The maximum number of nodes: ten times the largest public template. Each node adds a line to the trace. */
const MAX_NODES = 2_000;

const NOTE = "n8n-nodes-base.stickyNote";

/** Returns whether a node is a sticky note. Sticky notes are in the list of nodes, but do not run. */
export const isStickyNote = (entry: JsonValue): boolean => isObject(entry) && entry.type === NOTE;

/** Throws for a file with too many nodes. This check comes first, because the author can fix this problem. */
function refuseManyNodes(nodes: JsonValue | undefined): void {
  if (!Array.isArray(nodes) || nodes.length <= MAX_NODES) return;
  const count = nodes.filter((node) => !isStickyNote(node)).length;
  if (count > MAX_NODES)
    throw new UnreadableWorkflow({
      message: `The workflow has ${count} nodes; at most ${MAX_NODES} are supported`,
      field: "nodes",
    });
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENS = new Set([91, 123]);
const CLOSES = new Set([93, 125]);

/**
 * Returns whether JSON text is nested deeper than `most` levels, without parsing it, because parsing takes memory for
 * each level.
 */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText) at += code === BACKSLASH ? 1 : 0;
    else if (OPENS.has(code)) depth += 1;
    else if (CLOSES.has(code)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

const TOKEN =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/uy;

type ExpectedToken = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end" | "nothing";

const AFTER_VALUE = (open: readonly string[]): ExpectedToken =>
  open.length > 0 ? "comma or end" : "nothing";

/** Returns the tokens that may follow a punctuation mark, or undefined if the mark is not allowed here. */
function afterMark(mark: string, expected: ExpectedToken, open: string[]): ExpectedToken | undefined {
  const opens = mark === "{" || mark === "[";
  if (opens && (expected === "value" || expected === "value or end")) {
    open.push(mark);
    return mark === "{" ? "name or end" : "value or end";
  }
  const closes = mark === "}" || mark === "]";
  if (closes && (expected === "comma or end" || expected === "value or end" || expected === "name or end")) {
    const fits = open.at(-1) === (mark === "}" ? "{" : "[");
    if (fits) open.pop();
    return fits ? AFTER_VALUE(open) : undefined;
  }
  if (mark === "," && expected === "comma or end") return open.at(-1) === "{" ? "name" : "value";
  return mark === ":" && expected === "colon" ? "value" : undefined;
}

/**
 * The maximum number of tokens. A file of 8 MB may consist entirely of commas. Real files have a tenth of this number.
 */
const MAX_TOKENS = 500_000;

/**
 * Returns the line at which text stops being valid JSON, or undefined if the text is valid or the error is too far from
 * its start.
 */
function findBrokenLine(text: string): number | undefined {
  const open: string[] = [];
  let expected: ExpectedToken | undefined = "value";
  let at = 0;
  for (let tokens = 0; expected !== "nothing"; tokens++) {
    if (tokens > MAX_TOKENS) return undefined;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) break;
    const [, string, literal, mark] = token;
    if (mark !== undefined) expected = afterMark(mark, expected, open);
    else if (expected === "value" || expected === "value or end") expected = AFTER_VALUE(open);
    else
      expected =
        string !== undefined && literal === undefined && expected.startsWith("name") ? "colon" : undefined;
    if (expected === undefined) break;
    at = TOKEN.lastIndex;
  }
  const rest = text.slice(at);
  if (expected === "nothing" && rest.trim() === "") return undefined;
  const broken = at + (rest.length - rest.trimStart().length);
  return text.slice(0, broken).split("\n").length;
}

/**
 * The maximum size of a file: a workflow of 2,000 nodes with pinned data. The largest of 443 public exports is 1.2
 * MB.
 */
const MAX_CHARS = 8 * 1024 * 1024;

/**
 * The maximum nesting depth. Parameters of n8n's nodes are at most 12 levels deep; pinned responses of services
 * slightly more.
 */
const MAX_DEPTH = 100;

/**
 * The maximum number of fields and list entries, enough for pinned tables of 10,000 rows with 20 columns. Our 149
 * sample exports have at most 3,000.
 */
const MAX_VALUES = 200_000;

/** The maximum number of lists and objects around a workflow, as in `[{"workflow": {"data": ...}}]`. */
const MAX_WRAPPERS = 4;

function refuseWhatIsUnsafe(value: JsonValue): void {
  const open = [value];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== "object") continue;
    if (Object.hasOwn(next, "__proto__"))
      throw new UnreadableWorkflow({ message: 'The file has a field named "__proto__"', field: "__proto__" });
    const entries = Object.values(next);
    values += entries.length;
    for (const entry of entries) open.push(entry);
    if (values > MAX_VALUES)
      throw new UnreadableWorkflow({
        message: `The file has more than ${MAX_VALUES} fields and list entries`,
      });
  }
}

function parseSource(source: string): JsonValue {
  if (source.length > MAX_CHARS)
    throw new UnreadableWorkflow({
      message: `The file is ${Math.ceil(source.length / 1_048_576)} MB; the limit for workflows is ${MAX_CHARS / 1_048_576} MB`,
    });
  const text = stripBom(source);
  if (text.trim() === "") throw new UnreadableWorkflow({ message: "The file is empty" });
  if (isDeeperThan(text, MAX_DEPTH))
    throw new UnreadableWorkflow({ message: `The file is nested more than ${MAX_DEPTH} levels deep` });
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    const line = findBrokenLine(text);
    const where = line === undefined ? "" : ` after line ${line}`;
    throw new UnreadableWorkflow({
      message: `The file is not valid JSON${where}`,
      ...(line !== undefined && { line }),
    });
  }
}

/**
 * Returns the object with the nodes. Files contain this object alone, in a list, or wrapped in an API response.
 * @throws UnreadableWorkflow if the file is not valid JSON, exceeds a limit or has no nodes
 */
export function parseWorkflowJson(source: string): JsonObject {
  const file = parseSource(source);
  const found = unwrapFile(file);
  if (found) refuseManyNodes(found.nodes);
  refuseWhatIsUnsafe(file);
  if (found) return found;
  throw new UnreadableWorkflow({
    message: "The file is not an n8n workflow: it has no nodes",
    field: "nodes",
  });
}

function unwrapFile(file: JsonValue): JsonObject | undefined {
  let found = file;
  for (let wrappers = 0; wrappers < MAX_WRAPPERS; wrappers++) {
    if (Array.isArray(found)) {
      if (found.length > 1 && found.every((entry) => isObject(entry) && Array.isArray(entry.nodes)))
        throw new UnreadableWorkflow({
          message: `The file is ${found.length} workflows. Save each one in a separate file`,
        });
      found = found[0] ?? null;
    }
    if (!isObject(found)) break;
    if (found.nodes !== undefined) return found;
    found = found.workflow ?? found.data ?? null;
  }
  return undefined;
}
