import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { describeStatus } from "../../http/request-error.ts";
import { encodeBody } from "../../http/send-request.ts";
import { getLocatorId } from "../resource-locator.ts";
import {
  createServiceError,
  encodePathPart,
  requestJson,
  type ServiceNodeCall,
  type ServiceQuery,
} from "../service-call.ts";
import { createServiceNode, type ServiceOperation, type ServiceOperations } from "../service-node.ts";
import { requestAllItems } from "../service-pagination.ts";
import type {
  ListDescription,
  OperationDescription,
  RequestDescription,
  ServiceDescription,
} from "./service-description.ts";
import { getAtPath } from "./value-at-path.ts";

/** The output of a call whose response has no content. */
const DONE: JsonObject = { success: true };
export const done = (): JsonValue => DONE;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Encodes a value as one segment of a path. Colons and equal signs, which some services require, are not encoded. */
const encodeSegment = (value: string): string =>
  encodePathPart(value).replace(/%3A/g, ":").replace(/%3D/g, "=");

/**
 * Returns the pattern of a path for the agent's declaration: `/boards/{id}/lists` is `/boards/*\/lists`. In a pattern, `*`
 * is a whole segment, so `/tickets/{id}.json` is `/tickets/*`.
 */
const toPathPattern = (path: string): string =>
  path
    .split("/")
    .map((segment) => (segment.includes("{") ? "*" : segment))
    .join("/");

function fillPath(
  { addresses = {} }: ServiceDescription,
  { path, pathValues = {} }: RequestDescription,
  context: NodeContext,
  itemIndex: number,
): string {
  return path.replace(PLACEHOLDER, (_, name: string) => {
    const read = pathValues[name];
    if (!read) return encodeSegment(getLocatorId(context, name, itemIndex, addresses[name]));
    const value = toText(read(context, itemIndex));
    if (value === "") throw context.failure(`The parameter '${name}' is empty`, { field: name, itemIndex });
    return encodeSegment(value);
  });
}

const toQuery = (values: JsonObject): ServiceQuery =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(toText) : typeof value === "object" ? toText(value) : value,
    ]),
  );

/** Builds the call of a description with the parameters of an item. @throws NodeError if a parameter is missing */
export async function buildCall(
  description: ServiceDescription,
  request: RequestDescription,
  context: NodeContext,
  itemIndex: number,
): Promise<ServiceNodeCall> {
  const { method, query, body, form, headers } = request;
  const encoded = form && (await encodeBody({ kind: "urlencoded", fields: form(context, itemIndex) }));
  const json = body?.(context, itemIndex);
  return {
    service: description.service,
    method,
    path: fillPath(description, request, context, itemIndex),
    ...(query && { query: toQuery(query(context, itemIndex)) }),
    ...(json !== undefined && { body: json }),
    ...(encoded && { content: { type: encoded.type ?? "", bytes: Buffer.from(encoded.bytes) } }),
    ...(headers && { headers: headers(context, itemIndex) }),
  };
}

/** Throws the error in a response whose status is a success. */
function requireSuccess(
  { findError }: ServiceDescription,
  context: NodeContext,
  itemIndex: number,
  answer: JsonValue,
): void {
  const reason = isObject(answer) ? findError?.(answer) : undefined;
  if (reason !== undefined) throw createServiceError(context, itemIndex, describeStatus(422), reason);
}

async function requestList(
  description: ServiceDescription,
  call: ServiceNodeCall,
  { paging, at, limit: standardLimit = 50, returnsAll }: ListDescription,
  context: NodeContext,
  itemIndex: number,
): Promise<JsonObject[]> {
  const limit = context.flag("returnAll", itemIndex, returnsAll === true)
    ? Number.POSITIVE_INFINITY
    : context.number("limit", itemIndex, standardLimit);
  const readEntries = (answer: JsonObject) => getAtPath(answer, at ?? "list");
  return requestAllItems(
    context,
    itemIndex,
    paging.first(call, limit),
    {
      list: (answer) => {
        requireSuccess(description, context, itemIndex, answer);
        return readEntries(answer);
      },
      next: (answer, last, headers) => {
        const entries = readEntries(answer);
        return paging.next({ answer, entries: Array.isArray(entries) ? entries : [], headers }, last);
      },
    },
    limit,
  );
}

/** Returns the objects of an answer. A value that is not an object becomes the field `value`. */
const toRecords = (value: JsonValue | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((each) =>
    isObject(each) ? each : { value: each },
  );

async function runOperation(
  description: ServiceDescription,
  operation: OperationDescription,
  context: NodeContext,
  itemIndex: number,
): Promise<Item[]> {
  const { list, output, convert = (record) => record } = operation;
  const call = await buildCall(description, operation, context, itemIndex);
  const getRecords = async () => {
    if (list) return requestList(description, call, list, context, itemIndex);
    const { json } = await requestJson(context, itemIndex, call);
    requireSuccess(description, context, itemIndex, json);
    // A service that deletes something usually has nothing to say about it.
    if (call.method === "DELETE" && isObject(json) && Object.keys(json).length === 0) return [DONE];
    if (typeof output === "function") return toRecords(output(json, context, itemIndex));
    return toRecords(output === undefined ? json : getAtPath(json, output));
  };
  return (await getRecords()).map((record) => ({ json: convert(record, context, itemIndex) }));
}

function createOperation(
  description: ServiceDescription,
  requests: readonly OperationDescription[],
): ServiceOperation {
  const [first] = requests;
  const unsupported = first?.unsupported;
  return {
    methods: [...new Set(requests.map(({ method }) => method))],
    paths: [...new Set(requests.map(({ path }) => toPathPattern(path)))],
    ...(unsupported && { unsupported }),
    each: async (context, itemIndex) => {
      const chosen = requests.find(({ when }) => when?.(context, itemIndex) ?? true);
      return chosen ? runOperation(description, chosen, context, itemIndex) : [];
    },
  };
}

function createOperations(description: ServiceDescription, version: number): ServiceOperations {
  const { operations } = description;
  const table = typeof operations === "function" ? operations(version) : operations;
  return Object.fromEntries(
    Object.entries(table).map(([name, operation]) => [
      name,
      "methods" in operation
        ? operation
        : createOperation(
            description,
            Array.isArray(operation) ? operation : [operation as OperationDescription],
          ),
    ]),
  );
}

/** Creates the node of a described service. */
export function createDescribedNode(description: ServiceDescription): NodeType {
  const { types, versions, service, standard, unsupported } = description;
  const byVersion = new Map(versions.map((version) => [version, createOperations(description, version)]));
  const node = createServiceNode({
    types,
    versions,
    service,
    operations: (version) => byVersion.get(version) ?? {},
    standard: typeof standard === "function" ? standard : () => standard,
  });
  if (!unsupported) return node;
  return {
    ...node,
    unsupported: (chosen, workflow) => unsupported(chosen) ?? node.unsupported?.(chosen, workflow),
  };
}
