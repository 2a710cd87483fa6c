import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames } from "../../../core/fields/field-path.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byOffset } from "../paging-styles.ts";
import { fields, pairs } from "../request-fields.ts";
import type { ReadFields, RequestDescription } from "../service-description.ts";

/** PostgREST's maximum number of rows per page in a Supabase project, unless its owner changes it. */
const PAGE = 1_000;

/** Quotes a value that contains characters with a meaning in PostgREST's `or=(...)`. */
const quote = (value: string): string =>
  /[,()"\\]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;

/** Adds a filter. Several filters of one column are all sent. */
function addFilter(query: JsonObject, column: string, filter: string): void {
  const before = query[column];
  query[column] =
    before === undefined ? filter : Array.isArray(before) ? [...before, filter] : [toText(before), filter];
}

function readConditions(context: NodeContext, itemIndex: number): JsonObject[] {
  const conditions = context.list("filters.conditions", itemIndex).filter(isObject);
  return conditions.filter(({ keyName }) => toText(keyName) !== "");
}

const getOperator = ({ condition, searchFunction }: JsonObject): string =>
  toText(condition === "fullText" ? searchFunction : condition) || "eq";

/** Returns the query for the rows of a node, which its conditions or its own filter text select. */
const readFilters: ReadFields = (context, itemIndex) => {
  const query: JsonObject = {};
  if (context.text("filterType", itemIndex, "manual") === "string") {
    for (const [column, filter] of new URLSearchParams(context.text("filterString", itemIndex)))
      addFilter(query, column, filter);
    return query;
  }
  const conditions = readConditions(context, itemIndex);
  if (context.text("matchType", itemIndex, "anyFilter") === "allFilters")
    for (const condition of conditions)
      addFilter(query, toText(condition.keyName), `${getOperator(condition)}.${toText(condition.keyValue)}`);
  else if (conditions.length > 0)
    query.or = `(${conditions
      .map(
        (condition) =>
          `${toText(condition.keyName)}.${getOperator(condition)}.${quote(toText(condition.keyValue))}`,
      )
      .join(",")})`;
  return query;
};

/** Returns the filters of a change, which must not apply to all rows by mistake. */
const readRequiredFilters: ReadFields = (context, itemIndex) => {
  const query = readFilters(context, itemIndex);
  if (Object.keys(query).length > 0) return query;
  throw context.failure("At least one select condition must be defined", { field: "filters", itemIndex });
};

/** Returns the filters of "Get", which compare columns with values. */
const readEqualFilters: ReadFields = (context, itemIndex) => {
  const query: JsonObject = {};
  for (const { keyName, keyValue } of readConditions(context, itemIndex))
    addFilter(query, toText(keyName), `eq.${toText(keyValue)}`);
  if (Object.keys(query).length > 0) return query;
  throw context.failure("At least one select condition must be defined", { field: "filters", itemIndex });
};

/** Returns the columns of a row: the defined ones, or the fields of the item. */
const readRow: ReadFields = (context, itemIndex) => {
  if (context.text("dataToSend", itemIndex, "defineBelow") !== "autoMapInputData")
    return fields(pairs("fieldsUi.fieldValues", "fieldId", "fieldValue"))(context, itemIndex);
  const ignored = parseFieldNames(context.parameter("inputsToIgnore", itemIndex));
  const row = Object.entries(context.items[itemIndex]?.json ?? {});
  return Object.fromEntries(row.filter(([name]) => !ignored.includes(name)));
};

const readHeaders: NonNullable<RequestDescription["headers"]> = (context, itemIndex) => {
  const schema = context.flag("useCustomSchema", itemIndex)
    ? context.text("schema", itemIndex, "public")
    : "";
  return {
    prefer: "return=representation",
    ...(schema !== "" && { "accept-profile": schema, "content-profile": schema }),
  };
};

const TABLE = { path: "/rest/v1/{tableId}", headers: readHeaders };

/** Rows of a Supabase project's tables: https://docs.postgrest.org/en/stable/references/api/tables_views.html */
export const SUPABASE = createDescribedNode({
  types: ["n8n-nodes-base.supabase"],
  versions: [1],
  service: "supabase",
  standard: { resource: "row", operations: { row: "create" } },
  operations: {
    "row.create": { method: "POST", ...TABLE, body: readRow },
    "row.get": { method: "GET", ...TABLE, query: readEqualFilters },
    "row.getAll": {
      method: "GET",
      ...TABLE,
      query: (context, itemIndex) =>
        context.text("filterType", itemIndex, "manual") === "none" ? {} : readFilters(context, itemIndex),
      list: { paging: byOffset("offset", "limit", PAGE) },
    },
    "row.update": { method: "PATCH", ...TABLE, query: readRequiredFilters, body: readRow },
    "row.delete": { method: "DELETE", ...TABLE, query: readRequiredFilters },
  },
});
