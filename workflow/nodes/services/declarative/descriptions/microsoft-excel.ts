import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { getLocatorId } from "../../resource-locator.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { createDescribedNode, done } from "../create-described-node.ts";
import { byNextUrl } from "../paging-styles.ts";
import { fields, param } from "../request-fields.ts";
import type { OperationTable } from "../service-description.ts";
import {
  appendRows,
  callExcel,
  getSheetPath,
  readRecord,
  readRows,
  toCells,
  toRecords,
  toRow,
  updateRows,
  upsertRows,
  WORKBOOK_PATHS,
} from "./microsoft-excel-sheet.ts";

const BY_NEXT_LINK = byNextUrl("@odata.nextLink");
const WORKSHEETS = "/v1.0/me/drive/items/{workbook}/workbook/worksheets";
const SHEET = `${WORKSHEETS}/{worksheet}`;
const TABLE = `${SHEET}/tables/{table}`;
/** The number of rows per request, of which Graph allows more, but answers within its time. */
const ROWS_PER_PAGE = 500;
/** More than the items of a run need. */
const MAX_ROWS = 500_000;

const getTablePath = (context: NodeContext, itemIndex: number): string =>
  `${getSheetPath(context, itemIndex)}/tables/${encodePathPart(getLocatorId(context, "table", itemIndex))}`;

const getValues = ({ value }: JsonObject): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

async function readColumnNames(context: NodeContext, itemIndex: number): Promise<string[]> {
  const answer = await callExcel(
    context,
    itemIndex,
    "GET",
    `${getTablePath(context, itemIndex)}/columns?$select=name`,
  );
  return getValues(answer).map(({ name }) => toText(name));
}

/** Reads a table's rows as objects, up to a limit. */
async function readTable(context: NodeContext, itemIndex: number, limit: number): Promise<JsonObject[]> {
  const names = await readColumnNames(context, itemIndex);
  const rows: JsonObject[] = [];
  for (let isLast = false; !isLast && rows.length < limit; ) {
    if (rows.length >= MAX_ROWS)
      throw context.failure(`The table has more than ${MAX_ROWS} rows. Set a limit`, { itemIndex });
    const path = `${getTablePath(context, itemIndex)}/rows?$top=${ROWS_PER_PAGE}&$skip=${rows.length}`;
    const page = getValues(await callExcel(context, itemIndex, "GET", path));
    rows.push(
      ...toRecords(
        names,
        page.flatMap(({ values }) => toCells(values)),
      ),
    );
    isLast = page.length < ROWS_PER_PAGE;
  }
  return rows.slice(0, limit);
}

const getRows: ServiceOperation = {
  methods: ["GET"],
  paths: WORKBOOK_PATHS,
  unsupported: ({ parameters: { rawData } }) =>
    rawData === true ? "the option 'RAW Data' is not supported. Turn it off" : undefined,
  each: async (context, itemIndex) => {
    const limit = context.flag("returnAll", itemIndex)
      ? Number.POSITIVE_INFINITY
      : context.number("limit", itemIndex, 100);
    return (await readTable(context, itemIndex, limit)).map((json) => ({ json }));
  },
};

/** Finds the rows whose column has a value. */
const lookup: ServiceOperation = {
  methods: ["GET"],
  paths: WORKBOOK_PATHS,
  each: async (context, itemIndex) => {
    const column = context.text("lookupColumn", itemIndex);
    const value = context.text("lookupValue", itemIndex);
    const rows = await readTable(context, itemIndex, Number.POSITIVE_INFINITY);
    const found = rows.filter((row) => toText(row[column]) === value);
    const all = context.flag("options.returnAllMatches", itemIndex);
    return (all ? found : found.slice(0, 1)).map((json) => ({ json }));
  },
};

/** Adds a row for each item to a table. */
const appendToTable: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: WORKBOOK_PATHS,
  all: async (context) => {
    const names = await readColumnNames(context, 0);
    const values = context.items.map((_, index) => toRow(names, readRecord(context, index), ""));
    const index = context.parameter("options.index", 0);
    await callExcel(context, 0, "POST", `${getTablePath(context, 0)}/rows/add`, {
      values,
      ...(index !== undefined && { index }),
    });
    return toRecords(names, values).map((json, item) => ({ json, pairedItem: { item } }));
  },
};

const OPERATIONS: OperationTable = {
  "workbook.getAll": {
    method: "GET",
    path: "/v1.0/me/drive/root/{search}",
    pathValues: { search: () => "search(q='.xlsx')" },
    list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
  },
  "workbook.addWorksheet": {
    method: "POST",
    path: `${WORKSHEETS}/add`,
    body: fields({ name: param("additionalFields.name") }),
  },
  "workbook.deleteWorkbook": { method: "DELETE", path: "/v1.0/me/drive/items/{workbook}" },
  "worksheet.getAll": {
    method: "GET",
    path: WORKSHEETS,
    list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
  },
  "worksheet.readRows": readRows,
  "worksheet.append": appendRows,
  "worksheet.update": updateRows,
  "worksheet.upsert": upsertRows,
  "worksheet.clear": [
    {
      when: (context, itemIndex) => context.flag("useRange", itemIndex),
      method: "POST",
      path: `${SHEET}/{range}/clear`,
      pathValues: { range: (context, itemIndex) => `range(address='${context.text("range", itemIndex)}')` },
      body: fields({ applyTo: param("applyTo", undefined, "All") }),
      output: done,
    },
    {
      method: "POST",
      path: `${SHEET}/range/clear`,
      body: fields({ applyTo: param("applyTo", undefined, "All") }),
      output: done,
    },
  ],
  "worksheet.deleteWorksheet": { method: "DELETE", path: SHEET },
  "table.addTable": {
    method: "POST",
    path: `${SHEET}/tables/add`,
    body: fields({
      address: param("range"),
      hasHeaders: (context, itemIndex) => context.flag("hasHeaders", itemIndex, true),
    }),
    unsupported: ({ parameters: { selectRange } }) =>
      selectRange === "manual"
        ? undefined
        : "the range of a table must be named. Set 'Select Range' to manual",
  },
  "table.append": appendToTable,
  "table.getRows": getRows,
  "table.getColumns": {
    method: "GET",
    path: `${TABLE}/columns`,
    list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
  },
  "table.lookup": lookup,
  "table.convertToRange": { method: "POST", path: `${TABLE}/convertToRange` },
  "table.deleteTable": { method: "DELETE", path: TABLE },
};

/** Workbooks in OneDrive: https://learn.microsoft.com/en-us/graph/api/resources/excel */
export const MICROSOFT_EXCEL = createDescribedNode({
  types: ["n8n-nodes-base.microsoftExcel"],
  versions: [2, 2.1, 2.2],
  service: "microsoft",
  standard: {
    resource: "workbook",
    operations: { table: "append", workbook: "getAll", worksheet: "getAll" },
  },
  operations: OPERATIONS,
});
