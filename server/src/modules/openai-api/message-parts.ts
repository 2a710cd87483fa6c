import type { HistoryMessage } from "@stoa/runtime/protocol";
import * as z from "zod";
import { invalidField } from "../../platform/http/app-error.ts";

/** A file in a message: one that the caller has uploaded before, or its content. */
export type MessageFile = { id: string } | { name: string; content: Buffer };

/** The part of a message that both of OpenAI's APIs reduce to: its text, and the files beside it. */
export interface Message {
  role: "system" | "user" | "assistant";
  text: string;
  files: MessageFile[];
}

/** What an agent gets of the messages of a request. */
export interface ReadMessages {
  message: string;
  files: MessageFile[];
  earlier: HistoryMessage[];
}

/** The number of messages of a request: as many as the longest conversation that Stoa keeps has. */
export const MESSAGES_MAX = 4_000;

/** A file of a request: OpenAI's two forms of its content, or the ID of an uploaded file. */
export const FileSource = z.object({
  file_id: z.string().nullish(),
  file_data: z.string().nullish(),
  filename: z.string().nullish(),
});

/**
 * Splits messages into the last message of the user and the earlier ones. Instructions of the caller precede the message,
 * because an agent has instructions of its own that a caller cannot replace. Files of earlier messages are left out.
 * @throws AppError 400 if the last message is not the user's
 */
export function splitMessages(messages: readonly Message[], field: string): ReadMessages {
  const spoken = messages.filter(({ role }) => role !== "system");
  const last = spoken.at(-1);
  if (last?.role !== "user")
    throw invalidField(field, `The last of ${field} must be a message with the role user`);
  const instructions = messages.filter(({ role }) => role === "system").map(({ text }) => text);
  return {
    message: [...instructions, last.text].filter((text) => text !== "").join("\n\n"),
    files: last.files,
    earlier: spoken
      .slice(0, -1)
      .flatMap(({ role, text }) => (role === "system" ? [] : [{ role, content: text }])),
  };
}

/** @throws AppError 400 for a URL that does not contain the image itself */
export function readImage(url: string, field: string): MessageFile {
  const image = parseDataUrl(url);
  if (!image)
    throw invalidField(field, "An image must be a data URL with base64, such as data:image/png;base64,...");
  return { name: `image.${image.type.split("/")[1] ?? "bin"}`, content: image.content };
}

/** @throws AppError 400 for a file without an ID or content */
export function readFile(
  { file_id, file_data, filename }: z.output<typeof FileSource>,
  field: string,
): MessageFile {
  if (file_id) return { id: file_id };
  const content = file_data && (parseDataUrl(file_data)?.content ?? decodeBase64(file_data));
  if (!content) throw invalidField(field, "A file needs file_id, or file_data with base64");
  return { name: filename ?? "file", content };
}

function parseDataUrl(url: string): { type: string; content: Buffer } | undefined {
  const comma = url.indexOf(",");
  const head = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*;base64$/.exec(url.slice(0, comma));
  const content = head ? decodeBase64(url.slice(comma + 1)) : undefined;
  return content && { type: head?.[1] ?? "application/octet-stream", content };
}

/** Returns undefined for text that is not base64, because Node would skip the other characters. */
function decodeBase64(text: string): Buffer | undefined {
  if (text === "" || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, "base64");
}
