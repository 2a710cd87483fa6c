import type { JsonValue } from "@stoa/runtime/protocol";
import { type RunError, runWorkflow } from "../engine/index.ts";
import type { Connection, SubNodeKind } from "../model/connection.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import type { WorkflowServices } from "../model/services.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { createItemSource, createNode, createSubNode, type ItemInput } from "./scripted-node.ts";
import { createScriptedServices } from "./scripted-services.ts";

export type { ItemInput } from "./scripted-node.ts";

/** A node to run, with its inputs and the nodes before it. */
export interface NodeOptions {
  type: NodeType;
  /** The name to use if the type has several names; the first name by default. */
  typeName?: string;
  version: number;
  parameters?: JsonObject;
  /** The items of the first input. The default is one empty item. */
  items?: readonly ItemInput[];
  /** The inputs of a node that has several inputs. Undefined stands for an input that is not connected. */
  inputs?: readonly (readonly ItemInput[] | undefined)[];
  /** Nodes that ran before, in order, with their items. Items of the same index are paired. */
  others?: Readonly<Record<string, readonly ItemInput[]>>;
  /** Settings such as `onError` and `executeOnce`. The default name is `Node`. */
  node?: Partial<WorkflowNode>;
  /** Connected sub-nodes, keyed by kind. */
  attached?: { readonly [Kind in SubNodeKind]?: readonly SubNodes[Kind][] };
  services?: Partial<WorkflowServices>;
  timezone?: string;
  /** Ends the run when aborted. */
  signal?: AbortSignal;
}

export interface NodeResult {
  /** The items' `json`, one list per output. */
  outputs: JsonObject[][];
  /** The items with pairing and binary data, one list per output. */
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

const createConnection = (
  from: string,
  to: string,
  input = 0,
  kind: Connection["kind"] = "main",
): Connection => ({
  kind,
  from,
  output: 0,
  to,
  input,
});

/** Adds another node of any type before the tested node. */
function addItemSource(buildContext: Built, name: string, items: readonly ItemInput[], behind: string): void {
  const type = `scripted.${buildContext.types.length}`;
  buildContext.types.push(createItemSource(type, items));
  buildContext.nodes.push(createNode({ name, type }));
  buildContext.connections.push(createConnection(behind, name));
}

function addAttached(buildContext: Built, name: string, attached: NodeOptions["attached"] = {}): void {
  for (const kind of Object.keys(attached) as SubNodeKind[])
    for (const [index, supplied] of (attached[kind] ?? []).entries()) {
      const type = `scripted.${kind}.${index}`;
      buildContext.types.push(createSubNode(type, kind, supplied));
      buildContext.nodes.push(createNode({ name: type, type }));
      buildContext.connections.push(createConnection(type, name, 0, kind));
    }
}

function buildContext(options: NodeOptions, node: WorkflowNode): Built {
  const begin = createNode({ name: BEGIN, type: "scripted.begin" });
  const context: Built = {
    nodes: [begin],
    connections: [],
    types: [createItemSource(begin.type, [{}]), options.type],
  };
  let last = BEGIN;
  for (const [name, items] of Object.entries(options.others ?? {})) {
    addItemSource(context, name, items, last);
    last = name;
  }
  for (const [input, items] of (options.inputs ?? [options.items ?? [{}]]).entries()) {
    if (!items) continue;
    addItemSource(context, `Input ${input}`, items, last);
    context.connections.push(createConnection(`Input ${input}`, node.name, input));
  }
  context.nodes.push(node);
  addAttached(context, node.name, options.attached);
  return context;
}

/** Runs one node in the engine on frozen items. */
export async function runNode(options: NodeOptions): Promise<NodeResult> {
  const { type, version, parameters = {} } = options;
  const node = createNode({
    name: "Node",
    type: options.typeName ?? type.types[0],
    version,
    parameters,
    ...options.node,
  });
  const { nodes, connections, types } = buildContext(options, node);
  const ran: Pick<NodeResult, "streamed" | "logs" | "steps"> = { streamed: "", logs: [], steps: [] };
  const result = await runWorkflow({
    workflow: {
      id: "tested",
      name: "Tested",
      nodes: new Map(nodes.map((each) => [each.name, each])),
      connections,
      order: "v1",
      timezone: options.timezone ?? "UTC",
      pinned: new Map(),
      staticData: {},
    },
    start: BEGIN,
    items: [{ json: {} }],
    services: createScriptedServices(options.services),
    findNodeType: (name) => types.find(({ types: names }) => names.includes(name)),
    signal: options.signal ?? new AbortController().signal,
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
