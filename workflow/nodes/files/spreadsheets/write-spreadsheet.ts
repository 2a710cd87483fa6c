import { type BookType, utils, write } from "@e965/xlsx";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { setOwn } from "../../core/fields/field-path.ts";
import { createBinaryFile } from "../binary-file.ts";
import { TABLE_FORMATS } from "./table-formats.ts";

/** The maximum number of rows, because a table is built in memory. */
const MAX_ROWS = 200_000;
/** The maximum length of a cell, which the file format sets. */
const MAX_CELL_CHARS = 32_767;

const isNested = (value: JsonValue): value is JsonObject | JsonValue[] =>
  typeof value === "object" && value !== null;

/** Flattens nested objects into fields such as `a.b`. List entries are numbered. */
function flatten(record: JsonObject | JsonValue[], prefix: string, into: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(record)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (isNested(value)) flatten(value, name, into);
    else setOwn(into, name, value);
  }
  return into;
}

function isRightFormat(format: string): format is BookType {
  return TABLE_FORMATS.some((tableFormat) => tableFormat === format);
}

/** Writes all items as one table. The header contains the fields in order of first occurrence. */
export function writeSpreadsheet(
  context: NodeContext,
  items: readonly Item[],
  format: string,
  defaultName: string,
): BinaryFile {
  if (!isRightFormat(format))
    throw context.failure(
      `The file format '${format.slice(0, 20)}' is not supported. Use ${TABLE_FORMATS.join(", ")}`,
      {
        field: "operation",
      },
    );
  if (items.length > MAX_ROWS)
    throw context.failure(`A table can have at most ${MAX_ROWS} rows, but this table has ${items.length}`);
  const text = (name: string) => context.text(`options.${name}`, 0);
  const rows = items.map(({ json }) => flatten(json, "", {}));
  const isSheet = format !== "csv" && format !== "html" && format !== "rtf";
  const tooLong = rows.flatMap(Object.entries).find(([, value]) => String(value).length > MAX_CELL_CHARS);
  if (isSheet && tooLong)
    throw context.failure(
      `The field '${tooLong[0]}' is longer than the ${MAX_CELL_CHARS} characters of a cell`,
    );
  const sheet = utils.json_to_sheet(rows, { skipHeader: !context.flag("options.headerRow", 0, true) });
  const name = text("sheetName") || "Sheet";
  const bytes = write(
    { SheetNames: [name], Sheets: { [name]: sheet } },
    {
      bookType: format,
      bookSST: false,
      type: "buffer",
      compression: context.flag("options.compression", 0),
      ...(format === "csv" && text("delimiter") !== "" && { FS: text("delimiter") }),
    },
  ) as Uint8Array;
  return createBinaryFile(bytes, { fileName: text("fileName") || defaultName });
}
