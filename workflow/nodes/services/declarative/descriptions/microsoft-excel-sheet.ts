import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { getLocatorId } from "../../resource-locator.ts";
import { encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";

type Cells = JsonValue[][];

/** All paths of a workbook. */
export const WORKBOOK_PATHS = ["/v1.0/me/drive/items/*/workbook/**"];

/** Returns the path of the node's worksheet. */
export function getSheetPath(context: NodeContext, itemIndex: number): string {
  const workbook = encodePathPart(getLocatorId(context, "workbook", itemIndex));
  const sheet = encodePathPart(getLocatorId(context, "worksheet", itemIndex));
  return `/v1.0/me/drive/items/${workbook}/workbook/worksheets/${sheet}`;
}

/** Calls Excel. @throws NodeError if the call is refused */
export async function callExcel(
  context: NodeContext,
  itemIndex: number,
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: JsonValue,
): Promise<JsonObject> {
  const call = { service: "microsoft", method, path, ...(body !== undefined && { body }) };
  const answer = await serviceApiRequest(context, itemIndex, call);
  return isObject(answer) ? answer : {};
}

export const toCells = (value: JsonValue | undefined): Cells =>
  Array.isArray(value) ? value.filter((row): row is JsonValue[] => Array.isArray(row)) : [];

/** Returns rows as objects, with the names of their columns. */
export const toRecords = (names: readonly string[], rows: Cells): JsonObject[] =>
  rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));

export const toNames = (row: readonly JsonValue[] = []): string[] => row.map(toText);

const toRangePath = (address: string): string => `range(address='${encodePathPart(address)}')`;

/** Reads the rows of a worksheet, or of the range that the node names. */
export const readRows: ServiceOperation = {
  methods: ["GET"],
  paths: WORKBOOK_PATHS,
  each: async (context, itemIndex) => {
    const range = context.flag("useRange", itemIndex) ? context.text("range", itemIndex) : "";
    const path = `${getSheetPath(context, itemIndex)}/${range === "" ? "usedRange" : toRangePath(range)}`;
    const answer = await callExcel(context, itemIndex, "GET", path);
    if (context.flag("options.rawData", itemIndex))
      return [{ json: { [context.text("options.dataProperty", itemIndex, "data")]: answer } }];
    const cells = toCells(answer.values);
    const keys = toNames(cells[context.number("keyRow", itemIndex, 0)]);
    const rows = cells.slice(context.number("dataStartRow", itemIndex, 1));
    return toRecords(keys, rows).map((json) => ({ json }));
  },
};

/** The used cells of a worksheet, the first row of which names the columns. */
interface UsedRange {
  names: string[];
  rows: Cells;
  firstColumn: string;
  lastColumn: string;
  /** The number of the first row. */
  firstRow: number;
}

const ADDRESS = /!?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/;

async function readUsedRange(context: NodeContext, sheet: string): Promise<UsedRange> {
  const { address, values } = await callExcel(context, 0, "GET", `${sheet}/usedRange`);
  const [, firstColumn = "A", row = "1", lastColumn = firstColumn] = ADDRESS.exec(toText(address)) ?? [];
  const [header, ...rows] = toCells(values);
  const names = toNames(header);
  if (names.every((name) => name === ""))
    throw context.failure("The worksheet has no column names in its first row. Add them", {
      field: "worksheet",
    });
  return { names, rows, firstColumn, lastColumn, firstRow: Number(row) };
}

/** Returns the columns and values of an item: the defined ones, or the item's own fields. */
export function readRecord(context: NodeContext, itemIndex: number): JsonObject {
  if (context.text("dataMode", itemIndex, "define") === "autoMap")
    return context.items[itemIndex]?.json ?? {};
  const values = context.list("fieldsUi.values", itemIndex).filter(isObject);
  return Object.fromEntries(values.map(({ column, fieldValue }) => [toText(column), fieldValue ?? ""]));
}

const refuseRaw: NonNullable<ServiceOperation["unsupported"]> = ({ parameters: { dataMode } }) =>
  dataMode === "raw" ? "the data mode 'Raw' is not supported. Map the columns" : undefined;

/** Writes rows below each other, and returns the items. */
async function writeRows(
  context: NodeContext,
  sheet: string,
  { firstColumn, lastColumn }: UsedRange,
  from: number,
  values: Cells,
): Promise<void> {
  if (values.length === 0) return;
  const address = `${firstColumn}${from}:${lastColumn}${from + values.length - 1}`;
  await callExcel(context, 0, "PATCH", `${sheet}/${toRangePath(address)}`, { values });
}

export const toRow = (names: readonly string[], record: JsonObject, otherwise: JsonValue): JsonValue[] =>
  names.map((name) => (Object.hasOwn(record, name) ? (record[name] ?? "") : otherwise));

/** Adds a row for each item below the used cells. */
export const appendRows: ServiceOperation = {
  methods: ["GET", "PATCH"],
  paths: WORKBOOK_PATHS,
  unsupported: refuseRaw,
  all: async (context) => {
    const sheet = getSheetPath(context, 0);
    const used = await readUsedRange(context, sheet);
    const records = context.items.map((_, index) => readRecord(context, index));
    const values = records.map((record) => toRow(used.names, record, ""));
    await writeRows(context, sheet, used, used.firstRow + 1 + used.rows.length, values);
    return toRecords(used.names, values).map((json, item) => ({ json, pairedItem: { item } }));
  },
};

/** Changes the rows whose column has the value of an item. `adds` appends the items that no row matches. */
const createUpdate = (adds: boolean): ServiceOperation => ({
  methods: ["GET", "PATCH"],
  paths: WORKBOOK_PATHS,
  unsupported: refuseRaw,
  all: async (context) => {
    const sheet = getSheetPath(context, 0);
    const used = await readUsedRange(context, sheet);
    const output: Item[] = [];
    const added: Cells = [];
    // Excel leaves cells unchanged whose new value is null.
    const changes: Cells = used.rows.map((row) => row.map(() => null));
    for (const [item] of context.items.entries()) {
      const record = readRecord(context, item);
      const column = context.text("columnToMatchOn", item);
      const value = context.text("valueToMatchOn", item) || toText(record[column]);
      const at = used.names.indexOf(column);
      const found = used.rows.flatMap((row, index) => (at >= 0 && toText(row[at]) === value ? [index] : []));
      const matches = context.flag("options.updateAll", item) ? found : found.slice(0, 1);
      for (const index of matches) changes[index] = toRow(used.names, record, null);
      const isAdded = matches.length === 0 && adds;
      if (isAdded) added.push(toRow(used.names, { [column]: value, ...record }, ""));
      if (isAdded || matches.length > 0)
        output.push({ json: { [column]: value, ...record }, pairedItem: { item } });
    }
    if (changes.some((row) => row.some((cell) => cell !== null)))
      await writeRows(context, sheet, used, used.firstRow + 1, changes);
    await writeRows(context, sheet, used, used.firstRow + 1 + used.rows.length, added);
    return output;
  },
});

export const updateRows = createUpdate(false);
export const upsertRows = createUpdate(true);
