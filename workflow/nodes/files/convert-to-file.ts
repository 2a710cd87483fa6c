import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { createBinaryFile } from "./binary-file.ts";
import { TABLE_FORMATS } from "./spreadsheets/table-formats.ts";
import { decodeBase64, encodeByOptions, getSourceValue, toJsonText } from "./text-encoding.ts";

interface MadeFile {
  bytes: Uint8Array;
  type: string;
  ending: string;
}

const FOR_EACH: Readonly<
  Record<string, (context: NodeContext, item: Item, index: number) => MadeFile | Promise<MadeFile>>
> = {
  toText: (context, item, index) => ({
    bytes: encodeByOptions(
      context,
      toJsonText(getSourceValue(context, item.json, "sourceProperty", index)),
      index,
    ),
    type: "text/plain",
    ending: "txt",
  }),
  toJson: (context, item, index) => ({
    bytes: toJsonBytes(context, item.json, index),
    type: "application/json",
    ending: "json",
  }),
  toBinary: (context, item, index) => {
    const value = getSourceValue(context, item.json, "sourceProperty", index);
    const isBase64 = context.flag("options.dataIsBase64", index, true);
    return {
      bytes: isBase64 ? decodeBase64(value) : encodeByOptions(context, toJsonText(value), index),
      type: "",
      ending: "bin",
    };
  },
  iCal: async (context, _, index) => ({
    bytes: (await import("./calendars/write-calendar.ts")).writeCalendar(context, index),
    type: "text/calendar",
    ending: "ics",
  }),
};

function toJsonBytes(context: NodeContext, value: Item["json"] | Item["json"][], index: number): Uint8Array {
  const indent = context.flag("options.format", index) ? 2 : undefined;
  return encodeByOptions(context, JSON.stringify(value, undefined, indent), index);
}

const getOutputField = (context: NodeContext, index: number) =>
  context.text("binaryPropertyName", index, "data") || "data";

/** Returns a single item with the file. It is paired with all input items. */
function convertTogether(context: NodeContext, file: ReturnType<typeof createBinaryFile>): Item[] {
  const pairedItem = context.items.map((_, item) => ({ item }));
  return [{ json: {}, binary: { [getOutputField(context, 0)]: file }, pairedItem }];
}

async function convertAllItems(context: NodeContext, operation: string): Promise<Item[] | undefined> {
  const isTable = TABLE_FORMATS.some((format) => format === operation);
  if (isTable) {
    const { writeSpreadsheet } = await import("./spreadsheets/write-spreadsheet.ts");
    return convertTogether(context, writeSpreadsheet(context, context.items, operation, `File.${operation}`));
  }
  if (operation !== "toJson" || context.text("mode", 0, "once") === "each") return undefined;
  const bytes = toJsonBytes(
    context,
    context.items.map(({ json }) => json),
    0,
  );
  const fileName = context.text("options.fileName", 0) || "file.json";
  return convertTogether(context, createBinaryFile(bytes, { fileName, mimeType: "application/json" }));
}

async function convertItem(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const operation = context.text("operation", index, "csv");
  const make = Object.hasOwn(FOR_EACH, operation) ? FOR_EACH[operation] : undefined;
  if (!make)
    throw context.failure(
      `Unknown operation '${operation.slice(0, 40)}'. Use ${[...TABLE_FORMATS, ...Object.keys(FOR_EACH)].join(", ")}`,
      {
        field: "operation",
        itemIndex: index,
      },
    );
  const { bytes, type, ending } = await make(context, item, index);
  const named = context.text("options.fileName", index);
  const file = createBinaryFile(bytes, {
    fileName: named || `file.${ending}`,
    mimeType: context.text("options.mimeType", index) || type || undefined,
  });
  return [{ json: {}, binary: { [getOutputField(context, index)]: file } }];
}

export const convertToFile: NodeType = {
  types: ["n8n-nodes-base.convertToFile"],
  versions: [1, 1.1],
  async execute(context) {
    if (context.items.length === 0) return [[]];
    const all = await convertAllItems(context, context.text("operation", 0, "csv"));
    return [all ?? (await context.each((item, index) => convertItem(context, item, index)))];
  },
};
