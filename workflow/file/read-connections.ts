import type { JsonValue } from "@stoa/runtime/protocol";
import { z } from "zod";
import { CONNECTION_KINDS, type Connection, type ConnectionKind } from "../model/connection.ts";
import { isObject } from "../model/is-object.ts";
import { UnreadableWorkflow } from "./workflow-problem.ts";

/** The maximum number of connections: five for each node of the largest accepted file. */
const MAX_CONNECTIONS = 10_000;

/** The maximum index of an input or output. A Merge has at most 10 inputs, and a Switch has a few dozen outputs. */
const MAX_INDEX = 200;

const FileEnd = z.object({ node: z.string(), index: z.number().int().min(0).max(MAX_INDEX).nullish() });

const isKind = (kind: string): kind is ConnectionKind => CONNECTION_KINDS.includes(kind as ConnectionKind);

function failForConnection(node: string, field: string, what: string): never {
  throw new UnreadableWorkflow({ message: `Node '${node}': ${field} ${what}`, node, field });
}

/** Yields the connections of one output. */
function* readOutput(
  from: string,
  kind: ConnectionKind,
  output: number,
  ends: JsonValue,
): Generator<Connection> {
  const field = `connections.${kind}[${output}]`;
  // An output without connections is null or an empty list.
  if (ends === null) return;
  if (!Array.isArray(ends)) failForConnection(from, field, "must be a list");
  if (output > MAX_INDEX)
    failForConnection(from, field, `exceeds the limit of ${MAX_INDEX} outputs per node`);
  for (const [index, end] of ends.entries()) {
    if (end === null) continue;
    const read = FileEnd.safeParse(end);
    if (!read.success)
      failForConnection(from, `${field}[${index}]`, "must name a node and the index of its input");
    yield { kind, from, output, to: read.data.node, input: read.data.index ?? 0 };
  }
}

function* readNodeConnections(from: string, byKind: JsonValue): Generator<Connection> {
  if (byKind === null) return;
  if (!isObject(byKind)) failForConnection(from, "connections", "must be an object");
  for (const [kind, outputs] of Object.entries(byKind)) {
    if (outputs === null) continue;
    if (!isKind(kind))
      failForConnection(
        from,
        `connections.${kind}`,
        `is not a known connection type. Use ${CONNECTION_KINDS.join(", ")}`,
      );
    if (!Array.isArray(outputs)) failForConnection(from, `connections.${kind}`, "must be a list");
    for (const [output, ends] of outputs.entries()) yield* readOutput(from, kind, output, ends);
  }
}

/**
 * Returns all connections between the file's nodes. Connections of sticky notes are left out.
 * @throws UnreadableWorkflow that names the node and the field
 */
export function readConnections(
  value: JsonValue | undefined,
  nodes: ReadonlyMap<string, unknown>,
  notes: ReadonlySet<string>,
): Connection[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value))
    throw new UnreadableWorkflow({ message: "connections must be an object", field: "connections" });
  const connections: Connection[] = [];
  for (const [from, byKind] of Object.entries(value)) {
    if (notes.has(from)) continue;
    for (const connection of readNodeConnections(from, byKind)) {
      const { kind, output, to } = connection;
      if (!nodes.has(from))
        failForConnection(from, "connections", "are declared for a node that is not in the file");
      if (notes.has(to)) continue;
      if (!nodes.has(to))
        failForConnection(
          from,
          `connections.${kind}[${output}]`,
          `leads to '${to}', which is not in the file`,
        );
      connections.push(connection);
      if (connections.length > MAX_CONNECTIONS)
        throw new UnreadableWorkflow({
          message: `The file has more than ${MAX_CONNECTIONS} connections`,
          node: from,
          field: "connections",
        });
    }
  }
  return connections;
}
