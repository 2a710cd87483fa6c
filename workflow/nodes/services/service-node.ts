import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";

/** An operation of a service's node. */
export interface ServiceOperation {
  /** The methods that it uses. */
  methods: readonly ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
  /** Paths that it calls, as grant patterns such as `/messages/**`; default: any. */
  paths?: readonly string[];
  /** Other hosts that it calls without the connector; `undefined` in the list: known only at run time. */
  hosts?(node: WorkflowNode): readonly (string | undefined)[];
  /** Whether it waits for somebody's answer during the run. */
  waitsOutside?: true;
  /** Returns the items for one item. */
  each?(context: NodeContext, itemIndex: number, item: Item): Promise<readonly Item[]>;
  /** Returns the items for all items together, instead of `each`. */
  all?(context: NodeContext): Promise<readonly Item[]>;
  /** Returns why the operation is not supported as configured. */
  unsupported?(node: WorkflowNode): string | undefined;
}

/** By `resource.operation`. */
export type ServiceOperations = Readonly<Record<string, ServiceOperation>>;

/** The default resource and operation of a node. */
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

/** Creates a node type with operations by `resource` and `operation` that use a connector. */
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
  /** Undefined if an expression chooses it. */
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
