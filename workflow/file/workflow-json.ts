import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import { lineOfBreak } from "./json-break.ts";
import { isDeeperThan } from "./json-depth.ts";
import { refuseManyNodes } from "./node-count.ts";
import { withoutMark } from "./without-mark.ts";
import { UnreadableWorkflow } from "./workflow-problem.ts";

/** A workflow of 2,000 nodes with pinned data. Of 443 exports in the wild the largest has 1.2 MB. */
const MAX_CHARS = 8 * 1024 * 1024;

/** Parameters of n8n's nodes are at most 12 deep; pinned answers of services some more. */
const MAX_DEPTH = 100;

/** Pinned tables of 10,000 rows with 20 columns. The 149 exports that we looked at have at most 3,000. */
const MAX_VALUES = 200_000;

/** `[{"workflow": {"data": ...}}]` */
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

function parsed(source: string): JsonValue {
  if (source.length > MAX_CHARS)
    throw new UnreadableWorkflow({
      message: `The file has ${Math.ceil(source.length / 1_048_576)} MB; a workflow has at most ${MAX_CHARS / 1_048_576}`,
    });
  const text = withoutMark(source);
  if (text.trim() === "") throw new UnreadableWorkflow({ message: "The file is empty" });
  if (isDeeperThan(text, MAX_DEPTH))
    throw new UnreadableWorkflow({ message: `The file is nested more than ${MAX_DEPTH} levels deep` });
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    const line = lineOfBreak(text);
    const where = line === undefined ? "" : ` from line ${line} on`;
    throw new UnreadableWorkflow({
      message: `The file is not valid JSON${where}`,
      ...(line !== undefined && { line }),
    });
  }
}

/** The object that holds the nodes: people save it alone, in a list, or as an API gave it. @throws UnreadableWorkflow */
export function workflowJson(source: string): JsonObject {
  const file = parsed(source);
  const found = unwrapped(file);
  if (found) refuseManyNodes(found.nodes);
  refuseWhatIsUnsafe(file);
  if (found) return found;
  throw new UnreadableWorkflow({
    message: "The file has no nodes: it is not an n8n workflow",
    field: "nodes",
  });
}

function unwrapped(file: JsonValue): JsonObject | undefined {
  let found = file;
  for (let wrappers = 0; wrappers < MAX_WRAPPERS; wrappers++) {
    if (Array.isArray(found)) {
      if (found.length > 1 && found.every((entry) => isObject(entry) && Array.isArray(entry.nodes)))
        throw new UnreadableWorkflow({
          message: `The file holds ${found.length} workflows; each is to be a file of its own`,
        });
      found = found[0] ?? null;
    }
    if (!isObject(found)) break;
    if (found.nodes !== undefined) return found;
    found = found.workflow ?? found.data ?? null;
  }
  return undefined;
}
