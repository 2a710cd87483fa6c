import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, Item, JsonObject, PairedItem } from "../../model/item.ts";
import type { CodeAnswer } from "../../model/services.ts";

/**
 * The keys of an item besides `json`. An object with any of these keys is an item. Any other object becomes the JSON of
 * an item.
 */
const ITEM_KEYS = new Set(["json", "binary", "pairedItem", "error", "index"]);

/**
 * The error of code that did not return an item or a list of items. Error items contain the message without the advice.
 */
export class InvalidReturnError extends Error {
  override readonly name = "WrongReturn";
  readonly advice: string | undefined;

  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function parsePairedItem(value: JsonValue | undefined): PairedItem | PairedItem[] | undefined {
  if (typeof value === "number") return { item: value };
  if (Array.isArray(value)) return value.flatMap((part) => parsePairedItem(part) ?? []);
  if (!isObject(value) || typeof value.item !== "number") return undefined;
  return { item: value.item, ...(typeof value.input === "number" && { input: value.input }) };
}

/**
 * Returns the bytes of a file from code: base64 text, or a Buffer, whose JSON lists the bytes. Returns undefined for
 * other values.
 */
function toBytes(data: JsonValue | undefined): Buffer | undefined {
  if (typeof data === "string") return Buffer.from(data, "base64");
  if (!isObject(data) || data.type !== "Buffer" || !Array.isArray(data.data)) return undefined;
  return Buffer.from(data.data.map(Number));
}

function toBinaryFile(file: JsonObject, answer: CodeAnswer, place: string): BinaryFile {
  if (typeof file.$file === "number") {
    const original = answer.file?.(file.$file);
    if (original) return original;
  }
  const { mimeType, fileName, fileExtension } = file;
  const bytes = toBytes(file.data);
  if (!bytes) throw new InvalidReturnError(`A file has no 'data' as base64 text ${place}`);
  return {
    bytes,
    mimeType: typeof mimeType === "string" ? mimeType : "application/octet-stream",
    ...(typeof fileName === "string" && { fileName }),
    ...(typeof fileExtension === "string" && { fileExtension }),
  };
}

function toItem(value: JsonObject, json: JsonObject, answer: CodeAnswer, index: number): Item {
  const place = `[item ${index}]`;
  const { binary } = value;
  if (binary !== undefined && binary !== null && !isObject(binary))
    throw new InvalidReturnError(
      `A 'binary' property isn't an object ${place}`,
      "In the returned data, every key named 'binary' must point to an object",
    );
  const pairedItem = parsePairedItem(value.pairedItem);
  const files = Object.entries(isObject(binary) ? binary : {}).filter(([, file]) => isObject(file));
  return {
    json,
    ...(files.length > 0 && {
      binary: Object.fromEntries(
        files.map(([name, file]) => [name, toBinaryFile(file as JsonObject, answer, place)]),
      ),
    }),
    ...(pairedItem !== undefined && { pairedItem }),
  };
}

function refuseUnknownKeys(value: JsonObject, index: number): void {
  const unknown = Object.keys(value).find((key) => !ITEM_KEYS.has(key));
  if (unknown === undefined) return;
  throw new InvalidReturnError(
    `Unknown top-level item key: ${unknown} [item ${index}]`,
    "Access the properties of an item under '.json', e.g. 'item.json'",
  );
}

function requireJson(value: JsonObject, index: number): JsonObject {
  if (!Object.hasOwn(value, "json")) return {};
  if (isObject(value.json)) return value.json;
  throw createNoJsonObjectError(index);
}

function createNoJsonObjectError(index: number): InvalidReturnError {
  return new InvalidReturnError(
    `A 'json' property isn't an object [item ${index}]`,
    "In the returned data, every key named 'json' must point to an object",
  );
}

/** Returns the items of code that ran once for all items. @throws InvalidReturnError if the value has another form */
export function normalizeItems(answer: CodeAnswer): Item[] {
  const { value } = answer;
  if (value === null || typeof value !== "object")
    throw new InvalidReturnError(
      "Code doesn't return items properly",
      "Please return an array of objects, one for each item you want to output",
    );
  const list = Array.isArray(value) ? value : [value];
  const areItems = list.some((part) => isObject(part) && Object.keys(part).some((key) => ITEM_KEYS.has(key)));
  return list.map((part, index) => {
    if (!isObject(part)) throw createNoJsonObjectError(index);
    if (!areItems) return { json: part };
    refuseUnknownKeys(part, index);
    return toItem(part, requireJson(part, index), answer, index);
  });
}

/**
 * Returns the item of code that ran for one item. Returns undefined if the code returned null, which drops the item.
 * @throws InvalidReturnError if the value is not an item
 */
export function normalizeItem(
  value: JsonValue,
  kind: string,
  answer: CodeAnswer,
  index: number,
): Item | undefined {
  if (kind === "null") return undefined;
  const place = `[item ${index}]`;
  if (Array.isArray(value))
    throw new InvalidReturnError(
      `Code doesn't return a single object ${place}`,
      `An array of ${value.length} items was returned, but one object is required; to return several items, use the 'Run Once for All Items' mode`,
    );
  if (!isObject(value))
    throw new InvalidReturnError(
      `Code doesn't return an object ${place}`,
      `Please return an object representing the output item ('${kind === "undefined" ? "undefined" : String(value)}' was returned instead)`,
    );
  const isItem = Object.keys(value).some((key) => ITEM_KEYS.has(key));
  if (!isItem) return { json: value, pairedItem: { item: index } };
  refuseUnknownKeys(value, index);
  return { pairedItem: { item: index }, ...toItem(value, requireJson(value, index), answer, index) };
}
