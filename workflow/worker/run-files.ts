import { FILE_LIMITS } from "@stoa/contract/files";
import type { JobFile, JsonValue } from "@stoa/runtime/protocol";
import { readFile, returnFile } from "../gateway/gateway-files.ts";
import type { WaitAnswer } from "../gateway/wait-messages.ts";
import { isObject } from "../model/is-object.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { GatewayClient } from "../model/services.ts";

/**
 * Returns the input with the content in place of each file's ID, in the form in which callers can also send a file
 * themselves: `{fileName, mimeType, data}`.
 * @throws Error with a message for the caller if a file cannot be read
 */
export async function readInputFiles(
  gateway: GatewayClient,
  input: JsonValue,
  files: readonly JobFile[],
): Promise<JsonValue> {
  if (files.length === 0 || !isObject(input)) return input;
  const contents = new Map<JsonValue, JsonObject>();
  for (const file of files) {
    const data = (await readFile(gateway, file)).toString("base64");
    contents.set(file.id, { fileName: file.name, mimeType: file.type, data });
  }
  const replace = (value: JsonValue): JsonValue =>
    Array.isArray(value) ? value.map((part) => contents.get(part) ?? part) : (contents.get(value) ?? value);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, replace(value)]));
}

/** Returns the files in an input whose files were read. */
export function listInputFiles(input: JsonValue): WaitAnswer["files"][string] {
  if (!isObject(input)) return [];
  return Object.values(input)
    .flat()
    .flatMap((value) => {
      const { fileName, mimeType, data } = isObject(value) ? value : {};
      const isFile = typeof fileName === "string" && typeof mimeType === "string" && typeof data === "string";
      return isFile ? [{ fileName, mimeType, data }] : [];
    });
}

/**
 * Returns the files of the answer's items to the caller, and the items with a reference to each file in its field. Items
 * without files stay as they are.
 * @throws Error with a message for the caller if there are too many files or one is refused
 */
export async function returnItemFiles(gateway: GatewayClient, items: readonly Item[]): Promise<Item[]> {
  const count = items.reduce((sum, { binary }) => sum + Object.keys(binary ?? {}).length, 0);
  if (count > FILE_LIMITS.artifactsPerRun)
    throw new Error(
      `The workflow ended with ${count} files, but a run can return at most ${FILE_LIMITS.artifactsPerRun}. Put them in a ZIP file with the node Compression.`,
    );
  const returned: Item[] = [];
  for (const { binary, ...item } of items) {
    const json = { ...item.json };
    for (const [name, file] of Object.entries(binary ?? {}))
      json[name] = { ...(await returnFile(gateway, file)) };
    returned.push({ ...item, json });
  }
  return returned;
}
