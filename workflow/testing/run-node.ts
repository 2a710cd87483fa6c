import type { JsonValue } from "@stoa/runtime/protocol";
import { type RunError, runWorkflow } from "../engine/index.ts";
import type { Connection, SubNodeKind } from "../model/connection.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import type { WorkflowServices } from "../model/services.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { createItemSource, createNode, createSubNode, type ItemInput } from "./scripted-node.ts";
import { scriptedServices } from "./scripted-services.ts";

export type { ItemInput } from "./scripted-node.ts";

/** A node to run, with its inputs and the nodes before it. */
export interface NodeOptions {
  type: NodeType;
  /** The type name if the type has several; the first by default. */
  typeName?: string;
  version: number;
  parameters?: JsonObject;
  /** The first input; one empty item by default. */
  items?: readonly ItemInput[];
  /** All inputs of a node that has several; undefined for an unconnected one. */
  inputs?: readonly (readonly ItemInput[] | undefined)[];
  /** Nodes that ran before, in order, with their items. Items of the same index are paired. */
  others?: Readonly<Record<string, readonly ItemInput[]>>;
  /** Settings such as `onError` and `executeOnce`. The default name is `Node`. */
  node?: Partial<WorkflowNode>;
  /** Sub-nodes that are connected, by kind. */
  attached?: { readonly [Kind in SubNodeKind]?: readonly SubNodes[Kind][] };
  services?: Partial<WorkflowServices>;
  timezone?: string;
  /** Ends the run when aborted. */
  signal?: AbortSignal;
}

/** The result of a node. */
export interface NodeResult {
  /** The items' `json`, by output. */
  outputs: JsonObject[][];
  /** The items with pairing and binary data, by output. */
  items: readonly (readonly Item[])[];
  error: RunError | undefined;
  response: JsonValue | undefined;
  streamed: string;
  logs: { level: string; message: string }[];
  steps: { kind: string; source: string; text: string }[];
}

const BEGIN = "Begin";

interface Built {
  nodes: WorkflowNode[];
  connections: Connection[];
  types: NodeType[];
}

const arrow = (from: string, to: string, input = 0, kind: Connection["kind"] = "main"): Connection => ({
  kind,
  from,
  output: 0,
  to,
  input,
});

/** Another node of any type before it. */
function addGiving(built: Built, name: string, items: readonly ItemInput[], behind: string): void {
  const type = `scripted.${built.types.length}`;
  built.types.push(createItemSource(type, items));
  built.nodes.push(createNode({ name, type }));
  built.connections.push(arrow(behind, name));
}

function addAttached(built: Built, name: string, attached: NodeOptions["attached"] = {}): void {
  for (const kind of Object.keys(attached) as SubNodeKind[])
    for (const [index, supplied] of (attached[kind] ?? []).entries()) {
      const type = `scripted.${kind}.${index}`;
      built.types.push(createSubNode(type, kind, supplied));
      built.nodes.push(createNode({ name: type, type }));
      built.connections.push(arrow(type, name, 0, kind));
    }
}

function built(wish: NodeOptions, node: WorkflowNode): Built {
  const begin = createNode({ name: BEGIN, type: "scripted.begin" });
  const made: Built = {
    nodes: [begin],
    connections: [],
    types: [createItemSource(begin.type, [{}]), wish.type],
  };
  let last = BEGIN;
  for (const [name, items] of Object.entries(wish.others ?? {})) {
    addGiving(made, name, items, last);
    last = name;
  }
  for (const [input, items] of (wish.inputs ?? [wish.items ?? [{}]]).entries()) {
    if (!items) continue;
    addGiving(made, `Input ${input}`, items, last);
    made.connections.push(arrow(`Input ${input}`, node.name, input));
  }
  made.nodes.push(node);
  addAttached(made, node.name, wish.attached);
  return made;
}

/** Runs one node in the engine on frozen items. */
export async function runNode(wish: NodeOptions): Promise<NodeResult> {
  const { type, version, parameters = {} } = wish;
  const node = createNode({
    name: "Node",
    type: wish.typeName ?? type.types[0],
    version,
    parameters,
    ...wish.node,
  });
  const { nodes, connections, types } = built(wish, node);
  const ran: Pick<NodeResult, "streamed" | "logs" | "steps"> = { streamed: "", logs: [], steps: [] };
  const result = await runWorkflow({
    workflow: {
      id: "tested",
      name: "Tested",
      nodes: new Map(nodes.map((each) => [each.name, each])),
      connections,
      order: "v1",
      timezone: wish.timezone ?? "UTC",
      pinned: new Map(),
      staticData: {},
    },
    start: BEGIN,
    items: [{ json: {} }],
    services: scriptedServices(wish.services),
    findNodeType: (name) => types.find(({ types: names }) => names.includes(name)),
    signal: wish.signal ?? new AbortController().signal,
    executionId: "1",
    events: {
      streamed: (_, text) => {
        ran.streamed += text;
      },
      logged: (_, level, message) => ran.logs.push({ level, message }),
      stepped: (_, step) => ran.steps.push(step),
    },
  });
  const items = result.nodes.get(node.name) ?? [];
  return {
    ...ran,
    outputs: items.map((output) => output.map(({ json }) => json)),
    items,
    error: result.error,
    response: result.response,
  };
}
