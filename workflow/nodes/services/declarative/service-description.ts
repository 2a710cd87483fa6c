import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import type { ServiceNodeCall } from "../service-call.ts";
import type { DefaultOperation, ServiceOperation } from "../service-node.ts";
import type { PagingStyle } from "./paging-styles.ts";

/** Reads a value of a request from the node's parameters. Undefined leaves the value out of the request. */
export type ReadValue = (context: NodeContext, itemIndex: number) => JsonValue | undefined;

/** Reads the fields of a query or a body from the node's parameters. */
export type ReadFields = (context: NodeContext, itemIndex: number) => JsonObject;

/** The request of an operation. */
export interface RequestDescription {
  method: ServiceNodeCall["method"];
  /** The service's path. `{boardId}` stands for the parameter of this name, encoded. */
  path: string;
  /** The values of the path that are not simply a parameter of the same name. */
  pathValues?: Readonly<Record<string, ReadValue>>;
  query?: ReadFields;
  /** The body, sent as JSON. */
  body?: ReadValue;
  /** The fields of a body that is sent as a form. Nested fields are named `address[city]`. */
  form?: ReadFields;
  headers?: (context: NodeContext, itemIndex: number) => Readonly<Record<string, string>>;
}

/** A list that the operation returns, with one item per entry. */
export interface ListDescription {
  paging: PagingStyle;
  /** The path of the list in each response, such as `data.records`. Not set if the response is the list. */
  at?: string;
  /** The limit of a node that does not set one. The default is 50. */
  limit?: number;
  /** Whether a node without `returnAll` returns all entries. */
  returnsAll?: true;
}

/** An operation, as its node and the service's documentation describe it. */
export interface OperationDescription extends RequestDescription {
  /** Whether these parameters select this request, if an operation has several. The last request has no condition. */
  when?(context: NodeContext, itemIndex: number): boolean;
  list?: ListDescription;
  /** The part of the response that becomes the items: its path, or a function. The default is the whole response. */
  output?: string | ((answer: JsonValue, context: NodeContext, itemIndex: number) => JsonValue);
  /** Converts each item, such as for "Simplify". */
  convert?: (item: JsonObject, context: NodeContext, itemIndex: number) => JsonObject;
  /** Returns the reason why the operation is not supported as it is configured, or undefined if it is supported. */
  unsupported?(node: WorkflowNode): string | undefined;
}

/** The operations of a node, keyed by `resource.operation`. What a description cannot express is code. */
export type OperationTable = Readonly<
  Record<string, OperationDescription | readonly OperationDescription[] | ServiceOperation>
>;

/** A node of a service: its operations, and what they have in common. */
export interface ServiceDescription {
  types: NodeType["types"];
  versions: readonly number[];
  /** Stoa's name of the service. */
  service: string;
  standard: DefaultOperation | ((version: number) => DefaultOperation);
  operations: OperationTable | ((version: number) => OperationTable);
  /** The patterns that capture the ID in a URL, for resource locators in the mode `url`, keyed by parameter. */
  addresses?: Readonly<Record<string, RegExp>>;
  /** Returns the error in a response whose status is a success. */
  findError?(answer: JsonObject): string | undefined;
  unsupported?(node: WorkflowNode): string | undefined;
}
