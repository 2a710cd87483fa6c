import type { JsonValue } from "@stoa/runtime/protocol";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import {
  createNodeReferencePattern,
  findNodesAfter,
  listTexts,
  ONE_ITEM,
  PATH_STEP,
  parsePath,
} from "./referenced-fields.ts";

/** A node that reads an item's file. `parameter` names the file's field. With `unless`, the node creates a file instead. */
interface Reader {
  parameter: string;
  unless?: Readonly<Record<string, JsonValue>>;
}

const READERS: Readonly<Record<string, Reader>> = {
  "n8n-nodes-base.extractFromFile": { parameter: "binaryPropertyName" },
  "n8n-nodes-base.readPDF": { parameter: "binaryPropertyName" },
  "n8n-nodes-base.spreadsheetFile": { parameter: "binaryPropertyName", unless: { operation: "toFile" } },
  "n8n-nodes-base.moveBinaryData": { parameter: "sourceKey", unless: { mode: "jsonToBinary" } },
  "n8n-nodes-base.compression": { parameter: "binaryPropertyName" },
};
/** The field that is read if the parameter is not set. */
const STANDARD = "data";
/** The parameter that names a file to send, in any node. */
const SENT = "inputDataFieldName";

function* findValues(key: string, value: JsonValue): Generator<JsonValue> {
  if (value === null || typeof value !== "object") return;
  for (const [name, part] of Object.entries(value)) {
    if (name === key) yield part;
    yield* findValues(key, part);
  }
}

function readBy({ type, parameters }: WorkflowNode): JsonValue[] {
  const sent = [...findValues(SENT, parameters)];
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const makes = Object.entries(reader?.unless ?? {}).some(([name, value]) => parameters[name] === value);
  return reader && !makes ? [...sent, parameters[reader.parameter] ?? STANDARD] : sent;
}

/** The extensions of the files that an operation of Extract From File or Spreadsheet File reads. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  csv: [".csv"],
  html: [".html"],
  fromIcs: [".ics"],
  fromJson: [".json"],
  // Nodes read every spreadsheet, whatever its format is.
  ods: [".ods", ".xlsx"],
  pdf: [".pdf"],
  rtf: [".rtf"],
  text: [".txt"],
  xml: [".xml"],
  xls: [".xls", ".xlsx"],
  xlsx: [".xlsx"],
};

/** Returns the extensions that the nodes after a trigger expect of its file with this name; empty if none is known. */
export function findExpectedExtensions(workflow: Workflow, trigger: WorkflowNode, name: string): string[] {
  const near = findNodesAfter(workflow, trigger.name);
  const found = new Set<string>();
  for (const node of workflow.nodes.values()) {
    if (!near.has(node.name) || !readBy(node).flatMap(listPlainNames).includes(name)) continue;
    for (const extension of getExtensions(node)) found.add(extension);
  }
  return [...found];
}

function getExtensions({ type, parameters }: WorkflowNode): readonly string[] {
  if (type === "n8n-nodes-base.readPDF") return [".pdf"];
  const operation = type === "n8n-nodes-base.extractFromFile" ? (parameters.operation ?? "csv") : undefined;
  if (typeof operation === "string")
    return Object.hasOwn(EXTENSIONS, operation) ? (EXTENSIONS[operation] ?? []) : [];
  return type === "n8n-nodes-base.spreadsheetFile" ? [".xlsx", ".csv"] : [];
}

/** Returns the names in a parameter, without expressions. */
function listPlainNames(value: JsonValue): string[] {
  if (typeof value !== "string" || value.includes("{{")) return [];
  const listedNames = value.replace(/^=/, "").split(",");
  return listedNames
    .map((name) => name.trim())
    .filter((name) => /^[\p{L}_$][\p{L}\p{N}_$-]{0,100}$/u.test(name));
}

/** Returns the names of the files that a workflow reads from a trigger's item. */
export function findReferencedFiles(workflow: Workflow, trigger: WorkflowNode): string[] {
  const named = String.raw`(?:${createNodeReferencePattern(trigger.name)})\.binary`;
  const own = String.raw`${named}|\$binary|\$input\.${ONE_ITEM}\.binary|\bitems\[0\]\.binary`;
  const near = findNodesAfter(workflow, trigger.name);
  const found = new Set<string>();
  for (const node of workflow.nodes.values()) {
    const isNear = near.has(node.name);
    if (isNear) for (const name of readBy(node).flatMap(listPlainNames)) found.add(name);
    const pattern = new RegExp(`(?:${isNear ? own : named})(${PATH_STEP})`, "gu");
    for (const text of listTexts(node.parameters))
      for (const [, path = ""] of text.matchAll(pattern)) for (const name of parsePath(path)) found.add(name);
  }
  return [...found];
}
