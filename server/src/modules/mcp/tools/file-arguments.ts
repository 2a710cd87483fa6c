import type { InputParam, Json } from "@stoa/contract";
import { LIMITS } from "@stoa/contract";
import * as z from "zod";
import { invalidField } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { MCP_TEXTS } from "../texts.ts";

/** A file that a client sends in the arguments of a tool. Its size is limited by the size of the message. */
const InlineFile = z.strictObject({
  name: z.string().min(1).max(1024),
  data: z.base64().min(1).max(LIMITS.inputMaxBytes),
});

type Input = Record<string, Json>;

/** Stores a file of an account and returns its ID. The files module provides it. */
export type StoreFile = (caller: Caller, file: { name: string; content: Buffer }) => Promise<string>;

/** Returns whether a value of the input looks like a file's content, so that the agent's parameters must be known. */
export function hasInlineFile(input: Input): boolean {
  return Object.values(input).some((value) => [value].flat().some(isFileLike));
}

/**
 * Stores the files that the arguments contain, and returns the arguments with the IDs of the files instead.
 * @throws AppError 400 for content that is not base64, and the errors of an upload
 */
export async function storeInlineFiles(
  store: StoreFile,
  caller: Caller,
  input: Input,
  params: readonly InputParam[],
): Promise<Input> {
  const stored: Input = { ...input };
  for (const { name, type } of params) {
    const value = input[name];
    if (type === "file" && isFileLike(value)) stored[name] = await storeOne(value, name);
    if (type === "files" && Array.isArray(value)) {
      const ids: Json[] = [];
      for (const item of value) ids.push(isFileLike(item) ? await storeOne(item, name) : item);
      stored[name] = ids;
    }
  }
  return stored;

  async function storeOne(value: unknown, field: string): Promise<string> {
    const file = InlineFile.safeParse(value);
    if (!file.success) throw invalidField(`input_data.${field}`, MCP_TEXTS.badFileData(field));
    return store(caller, { name: file.data.name, content: Buffer.from(file.data.data, "base64") });
  }
}

function isFileLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && "name" in value && "data" in value;
}
