import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";

/** Where a request goes, as far as its file says it. */
export interface StatedAddress {
  protocol: string;
  host: string;
}

const ORIGIN = /^\s*(https?:)\/\/([^/?#{}\s]+)(?=[/?#]|$)/i;

/** Longer ones are no mere reading of a field. */
const FIRST_EXPRESSION = /^=\s*\{\{([^{}]{1,300})\}\}(.*)$/s;
const READS_FIELD =
  /^(?:\$json|\$\("(?<node>[^"]+)"\)\.(?:item|first\(\)|last\(\))\.json|\$node\["(?<old>[^"]+)"\]\.json)(?:\.(?<name>\w+)|\["(?<key>[^"]+)"\])$/;

/** The field of an item that a text begins with, the node whose item it is where one is named, and what follows. */
function readField(text: string): { field: string; node: string | undefined; rest: string } | undefined {
  const [, expression = "", rest = ""] = FIRST_EXPRESSION.exec(text) ?? [];
  const { node, old, name, key } = READS_FIELD.exec(expression.trim().replaceAll("'", '"'))?.groups ?? {};
  const field = name ?? key;
  return field === undefined ? undefined : { field, node: node ?? old, rest };
}

const SETS_FIELDS = "n8n-nodes-base.set";

/** The texts that Edit Fields nodes write into a field, by node. */
type WrittenTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

function entriesOf({ assignments, fields, values }: JsonObject): JsonObject[] {
  const lists = [
    isObject(assignments) ? assignments.assignments : undefined,
    isObject(fields) ? fields.values : undefined,
    isObject(values) ? values.string : undefined,
  ];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
}

function textsOf({ parameters }: WorkflowNode): [field: string, text: string][] {
  return entriesOf(parameters).flatMap((entry): [string, string][] => {
    const text = entry.value ?? entry.stringValue;
    const isWritten = typeof text === "string" && !text.startsWith("=");
    return isWritten && typeof entry.name === "string" ? [[entry.name, text]] : [];
  });
}

const written = new WeakMap<Workflow, WrittenTexts>();

function writtenTexts(workflow: Workflow): WrittenTexts {
  const known = written.get(workflow);
  if (known) return known;
  const found = new Map(
    [...workflow.nodes.values()]
      .filter(({ type, disabled }) => type === SETS_FIELDS && !disabled)
      .map((node) => [node.name, new Map(textsOf(node))] as const),
  );
  written.set(workflow, found);
  return found;
}

/** What one node writes into a field, or all that do where none is named and they agree. */
function fieldText(workflow: Workflow, node: string | undefined, field: string): string | undefined {
  const texts = writtenTexts(workflow);
  if (node !== undefined) return texts.get(node)?.get(field);
  const [text, ...others] = new Set([...texts.values()].flatMap((fields) => fields.get(field) ?? []));
  return others.length === 0 ? text : undefined;
}

function addressIn(text: string): StatedAddress | undefined {
  const [, protocol, host] = ORIGIN.exec(text) ?? [];
  if (protocol === undefined || host === undefined) return undefined;
  return { protocol: protocol.toLowerCase(), host: host.toLowerCase() };
}

/**
 * The address that a node's URL begins with: in its own text, or in what an Edit Fields node of the workflow writes
 * into the field that the URL begins with. Whether the run then goes there is seen when it does.
 */
export function statedAddress(url: unknown, workflow: Workflow): StatedAddress | undefined {
  if (typeof url !== "string") return undefined;
  const read = readField(url);
  if (!read) return addressIn(url.replace(/^=/, ""));
  const text = fieldText(workflow, read.node, read.field);
  return text === undefined ? undefined : addressIn(text.trim() + read.rest);
}
