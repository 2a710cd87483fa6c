import { FILE_ID } from "./file-id.ts";

/** The input fields that can contain the message, in order of precedence. The first one that is not empty is used. */
export const MESSAGE_FIELDS = ["message", "research_query", "query", "text", "content", "input"] as const;

/** Returns the first non-empty string in the fields that may contain the message; "" if there is none. */
export function getMessage(input: Readonly<Record<string, unknown>>): string {
  for (const name of MESSAGE_FIELDS) {
    const value = input[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return "";
}

/**
 * Returns the message of a turn of a conversation: the message, otherwise the input's only text, otherwise the whole
 * input as JSON. Files are left out, because they are shown beside the message.
 */
export function getTurnMessage(input: Readonly<Record<string, unknown>>): string {
  const message = getMessage(input);
  if (message !== "") return message;
  const fields = Object.entries(input).filter(([, value]) => !isFiles(value));
  if (fields.length === 0) return "";
  const [text, ...others] = fields.flatMap(([, value]) => (typeof value === "string" ? value : []));
  return text !== undefined && others.length === 0 ? text : JSON.stringify(Object.fromEntries(fields));
}

const isFiles = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isFileId) : isFileId(value);
const isFileId = (value: unknown) => typeof value === "string" && FILE_ID.test(value);
