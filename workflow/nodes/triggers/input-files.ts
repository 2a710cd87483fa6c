import { isObject } from "../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";
import { parseInputFile } from "./caller-input.ts";

function splitFiles(
  names: readonly string[],
  input: JsonObject,
): { json: JsonObject; files: [string, BinaryFile][] } {
  const files = names.flatMap((name): [string, BinaryFile][] => {
    const file = Object.hasOwn(input, name) ? parseInputFile(input[name] ?? null) : undefined;
    return file ? [[name, file]] : [];
  });
  const taken = new Set(files.map(([name]) => name));
  const json = Object.fromEntries(Object.entries(input).filter(([name]) => !taken.has(name)));
  return { json, files };
}

/** Returns an item with its file fields as binary data, including the file fields in the body of a request. */
export function withInputFiles(names: readonly string[], item: Item): Item {
  if (names.length === 0) return item;
  const outer = splitFiles(names, item.json);
  const inner = isObject(outer.json.body) ? splitFiles(names, outer.json.body) : undefined;
  const files = [...outer.files, ...(inner?.files ?? [])];
  if (files.length === 0) return item;
  return {
    ...item,
    json: inner ? { ...outer.json, body: inner.json } : outer.json,
    binary: { ...item.binary, ...Object.fromEntries(files) },
  };
}
