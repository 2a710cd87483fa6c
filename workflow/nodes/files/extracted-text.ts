import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { decodeText } from "./text-encoding.ts";

/** Operations that make one value of a file, and put it into a field. */
export const VALUE_OPERATIONS: ReadonlySet<string> = new Set([
  "binaryToPropery",
  "fromIcs",
  "fromJson",
  "text",
  "xml",
]);

/** A file as a value: its text, its data, or its bytes in base64. @throws Error in words for the author. */
export async function extractedValue(
  context: NodeContext,
  operation: string,
  file: BinaryFile,
  index: number,
): Promise<JsonValue> {
  if (operation === "binaryToPropery") return Buffer.from(file.bytes).toString("base64");
  const text = decodeText(file.bytes, context.text("options.encoding", index, "utf8") || "utf8", {
    keepBom: !context.flag("options.stripBOM", index, true),
  });
  if (operation === "fromIcs") return (await import("./calendars/read-calendar.ts")).readCalendar(text);
  if (operation !== "fromJson") return text;
  if (text === "") return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw context.failure(
      `The file in '${context.text("binaryPropertyName", index, "data")}' does not contain valid JSON`,
      { field: "binaryPropertyName", itemIndex: index },
      { cause: error },
    );
  }
}
