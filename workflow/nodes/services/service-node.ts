import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";

/** An operation of a service's node, which `resource` and `operation` select. */
export interface ServiceOperation {
  /** The methods that the operation uses. */
  methods: readonly ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
  /** The paths that the operation calls, as grant patterns such as `/messages/**`. If not set, it may call any path. */
  paths?: readonly string[];
  /**
   * Other hosts that the operation calls without the connector; `undefined` in the list stands for a host that is known
   * only at run time.
   */
  hosts?(node: WorkflowNode): readonly (string | undefined)[];
  /** Whether the operation waits for a person's answer during the run. */
  waitsOutside?: true;
  /** Returns the output items for one item. */
  each?(context: NodeContext, itemIndex: number, item: Item): Promise<readonly Item[]>;
  /** Returns the output items for all items together. It replaces `each`. */
  all?(context: NodeContext): Promise<readonly Item[]>;
  /** Returns the reason why the operation is not supported as it is configured, or undefined if it is supported. */
  unsupported?(node: WorkflowNode): string | undefined;
}

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

function formatOperation(resource: unknown, operation: unknown, standard: DefaultOperation): string {
  const kind = typeof resource === "string" && resource !== "" ? resource : standard.resource;
  const own = Object.hasOwn(standard.operations, kind) ? standard.operations[kind] : "";
  return `${kind}.${typeof operation === "string" && operation !== "" ? operation : own}`;
}

const failUnsupported = (name: string) => {
  const [resource = "", operation = ""] = name.slice(0, 100).split(".");
  return `the operation '${operation}' of the resource '${resource}' is not supported`;
};

/** Creates a node type whose operations are selected by `resource` and `operation` and use a connector. */
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
  /** Returns the operation in the file, or undefined if an expression chooses it. */
  const getOperationName = ({ version, parameters: { resource, operation } }: WorkflowNode) =>
    isExpression(resource) || isExpression(operation)
      ? undefined
      : formatOperation(resource, operation, standard(version));
  return {
    types,
    versions,
    unsupported: (node) => {
      const name = getOperationName(node);
      if (name === undefined) return undefined;
      const operation = find(node.version, name);
      return operation ? operation.unsupported?.(node) : failUnsupported(name);
    },
    waitsOutside: (node) => {
      const name = getOperationName(node);
      return name !== undefined && find(node.version, name)?.waitsOutside === true;
    },
    needs: (node) => {
      const name = getOperationName(node);
      const chosen = name === undefined ? undefined : find(node.version, name);
      const all = chosen ? [chosen] : Object.values(operations(node.version));
      return {
        connectors: all.map(({ methods, paths }) => ({ service, methods, ...(paths && { paths }) })),
        hosts: all.flatMap((operation) => operation.hosts?.(node) ?? []),
      };
    },
    execute: async (context) => {
      const { version } = context.node;
      const chooseOperation = (itemIndex: number) => {
        const name = formatOperation(
          context.parameter("resource", itemIndex),
          context.parameter("operation", itemIndex),
          standard(version),
        );
        const operation = find(version, name);
        if (operation) return operation;
        throw context.failure(failUnsupported(name), { field: "operation", itemIndex });
      };
      const { all } = context.items.length === 0 ? {} : chooseOperation(0);
      if (all) return [await all(context)];
      return [
        await context.each(
          async (item, index) => (await chooseOperation(index).each?.(context, index, item)) ?? [],
        ),
      ];
    },
  };
}
