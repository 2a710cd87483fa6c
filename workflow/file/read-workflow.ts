import { Buffer } from "node:buffer";
import type { JsonValue } from "@stoa/runtime/protocol";
import { IANAZone } from "luxon";
import { isObject } from "../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../model/item.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { readConnections } from "./read-connections.ts";
import { readNode } from "./read-node.ts";
import { isStickyNote, parseWorkflowJson } from "./workflow-json.ts";
import { UnreadableWorkflow, type WorkflowProblem } from "./workflow-problem.ts";

function toOptionalText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a pinned binary file. Its bytes are base64, unless n8n has stored them elsewhere. */
function toPinnedFile(value: JsonValue): BinaryFile | undefined {
  const data = isObject(value) ? toOptionalText(value.data) : undefined;
  if (!isObject(value) || data === undefined) return undefined;
  const fileName = toOptionalText(value.fileName);
  const fileExtension = toOptionalText(value.fileExtension);
  return {
    bytes: new Uint8Array(Buffer.from(data, "base64")),
    mimeType: toOptionalText(value.mimeType) ?? "application/octet-stream",
    ...(fileName !== undefined && { fileName }),
    ...(fileExtension !== undefined && { fileExtension }),
  };
}

function toPinnedItem(value: JsonValue): Item {
  if (!isObject(value)) return { json: { data: value } };
  const { json, binary } = value;
  if (!isObject(json)) return { json: value };
  if (!isObject(binary)) return { json };
  const files = Object.entries(binary)
    .map(([name, file]) => [name, toPinnedFile(file)] as const)
    .filter((entry): entry is [string, BinaryFile] => entry[1] !== undefined);
  return { json, binary: Object.fromEntries(files) };
}

/** Returns the pinned data of existing nodes, given as items or as JSON only. */
function readPinned(
  value: JsonValue | undefined,
  nodes: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Item[]> {
  const pinned: JsonObject = isObject(value) ? value : {};
  return new Map(
    Object.entries(pinned)
      .filter((entry): entry is [string, JsonValue[]] => nodes.has(entry[0]) && Array.isArray(entry[1]))
      .map(([name, items]) => [name, items.map(toPinnedItem)]),
  );
}

const toTextOr = (value: JsonValue | undefined, fallback: string): string =>
  typeof value === "string" && value !== "" ? value : fallback;

function readNodes(value: JsonValue | undefined): { nodes: Map<string, WorkflowNode>; notes: Set<string> } {
  if (!Array.isArray(value))
    throw new UnreadableWorkflow({ message: "nodes must be a list", field: "nodes" });
  const found: { nodes: Map<string, WorkflowNode>; notes: Set<string> } = {
    nodes: new Map(),
    notes: new Set(),
  };
  for (const [index, entry] of value.entries()) {
    if (isObject(entry) && isStickyNote(entry)) {
      found.notes.add(toTextOr(entry.name, ""));
      continue;
    }
    const node = readNode(entry, index);
    if (found.nodes.has(node.name))
      throw new UnreadableWorkflow({
        message: `Node '${node.name}': two nodes have this name`,
        node: node.name,
        field: "name",
      });
    found.nodes.set(node.name, node);
  }
  if (found.nodes.size === 0)
    throw new UnreadableWorkflow({ message: "The workflow has no nodes", field: "nodes" });
  return found;
}

function readStaticData(value: JsonValue | undefined): JsonObject {
  if (typeof value !== "string") return isObject(value) ? value : {};
  try {
    return readStaticData(JSON.parse(value) as JsonObject);
  } catch {
    return {};
  }
}

function read(file: JsonObject): Workflow {
  const { nodes, notes } = readNodes(file.nodes);
  // If a sticky note and a node have the same name, connections mean the node.
  for (const name of nodes.keys()) notes.delete(name);
  const settings = isObject(file.settings) ? file.settings : {};
  const timezone = toTextOr(settings.timezone, "UTC");
  return {
    id: toTextOr(file.id, "workflow"),
    name: toTextOr(file.name, "Workflow"),
    nodes,
    connections: readConnections(file.connections, nodes, notes),
    order: settings.executionOrder === "v1" ? "v1" : "v0",
    // Asking Intl about a zone takes 10 ms for the first time.
    timezone: timezone !== "UTC" && IANAZone.isValidZone(timezone) ? timezone : "UTC",
    pinned: readPinned(file.pinData, nodes),
    staticData: readStaticData(file.staticData),
  };
}

/** Returns an n8n export as a workflow, or the first problem in the file with its location. */
export function readWorkflow(source: string): { workflow: Workflow } | { problem: WorkflowProblem } {
  try {
    return { workflow: read(parseWorkflowJson(source)) };
  } catch (error) {
    if (error instanceof UnreadableWorkflow) return { problem: error.problem };
    throw error;
  }
}

/** Returns a workflow from a parsed parameter. @throws UnreadableWorkflow if the parameter is not a valid workflow */
export function parseWorkflow(value: JsonValue): Workflow {
  return read(parseWorkflowJson(JSON.stringify(value)));
}
