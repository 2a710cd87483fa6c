import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";

/** One thing that a service's node does. */
export interface ServiceOperation {
  /** What it asks of the service. */
  methods: readonly ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
  /** Where it asks it, as grants write paths: `/messages/**`; everywhere where nothing is said. */
  paths?: readonly string[];
  /** Servers that it asks beside, without the connector; `undefined` within: known only when it runs. */
  hosts?(node: WorkflowNode): readonly (string | undefined)[];
  /** It waits for somebody's answer while the run goes on. */
  waitsOutside?: true;
  /** The items that are made of one item. */
  each?(context: NodeContext, itemIndex: number, item: Item): Promise<readonly Item[]>;
  /** The same of all items together, in place of `each`. */
  all?(context: NodeContext): Promise<readonly Item[]>;
  /** Why it cannot be done as it is configured. */
  unsupported?(node: WorkflowNode): string | undefined;
}

/** By `resource.operation`. */
export type ServiceOperations = Readonly<Record<string, ServiceOperation>>;

/** What a node does where its file does not say it: a resource, and its operation. */
export interface DefaultOperation {
  resource: string;
  operations: Readonly<Record<string, string>>;
}

export interface ServiceNodeOptions {
  types: NodeType["types"];
  versions: readonly number[];
  service: string;
  operations(version: number): ServiceOperations;
  standard(version: number): DefaultOperation;
}

const isExpression = (value: unknown) => typeof value === "string" && value.startsWith("=");

function named(resource: unknown, operation: unknown, standard: DefaultOperation): string {
  const kind = typeof resource === "string" && resource !== "" ? resource : standard.resource;
  const own = Object.hasOwn(standard.operations, kind) ? standard.operations[kind] : "";
  return `${kind}.${typeof operation === "string" && operation !== "" ? operation : own}`;
}

const notSupported = (name: string) => {
  const [resource = "", operation = ""] = name.slice(0, 100).split(".");
  return `the operation '${operation}' of the resource '${resource}' is not supported`;
};

/** A node whose work is chosen by its `resource` and `operation`, done with a connector. */
export function createServiceNode({
  types,
  versions,
  service,
  operations,
  standard,
}: ServiceNodeOptions): NodeType {
  const find = (version: number, name: string) => {
    const table = operations(version);
    return Object.hasOwn(table, name) ? table[name] : undefined;
  };
  /** Undefined: an expression says which. */
  const written = ({ version, parameters: { resource, operation } }: WorkflowNode) =>
    isExpression(resource) || isExpression(operation)
      ? undefined
      : named(resource, operation, standard(version));
  return {
    types,
    versions,
    unsupported: (node) => {
      const name = written(node);
      if (name === undefined) return undefined;
      const operation = find(node.version, name);
      return operation ? operation.unsupported?.(node) : notSupported(name);
    },
    waitsOutside: (node) => {
      const name = written(node);
      return name !== undefined && find(node.version, name)?.waitsOutside === true;
    },
    needs: (node) => {
      const name = written(node);
      const chosen = name === undefined ? undefined : find(node.version, name);
      const all = chosen ? [chosen] : Object.values(operations(node.version));
      return {
        connectors: all.map(({ methods, paths }) => ({ service, methods, ...(paths && { paths }) })),
        hosts: all.flatMap((operation) => operation.hosts?.(node) ?? []),
      };
    },
    execute: async (context) => {
      const { version } = context.node;
      const chosen = (itemIndex: number) => {
        const name = named(
          context.parameter("resource", itemIndex),
          context.parameter("operation", itemIndex),
          standard(version),
        );
        const operation = find(version, name);
        if (operation) return operation;
        throw context.failure(notSupported(name), { field: "operation", itemIndex });
      };
      const { all } = context.items.length === 0 ? {} : chosen(0);
      if (all) return [await all(context)];
      return [
        await context.each(async (item, index) => (await chosen(index).each?.(context, index, item)) ?? []),
      ];
    },
  };
}
