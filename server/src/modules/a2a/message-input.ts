import { ContentTypeNotSupportedError } from "@a2a-js/sdk/errors";
import { InputData, type InputParam, type RunRequest } from "@stoa/contract";
import { invalidField } from "../../platform/http/app-error.ts";
import { parsePart } from "../../platform/http/mount.ts";
import type { ClientMessage, Part } from "./requests.ts";

type Input = RunRequest["input_data"];

/** A file of a message, which is stored before the run starts. */
export interface SentFile {
  name: string;
  content: Buffer;
}

/** The input of a run, without the files that must be stored first. */
export interface ReadMessage {
  input: Input;
  /** The text of the message; empty if the data names the message itself. */
  text: string;
  files: SentFile[];
}

const TEXT_TYPE = /^text\//i;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;

/**
 * Converts a message to the input of a run: its texts are the message, and the fields of its data are the fields of the
 * same names.
 * @throws AppError 400 for data that is not an object; ContentTypeNotSupportedError for a URL or another media type
 */
export function readMessage({ parts }: Pick<ClientMessage, "parts">): ReadMessage {
  const texts: string[] = [];
  const files: SentFile[] = [];
  let fields: Input = {};
  for (const [index, part] of parts.entries()) {
    if (part.text !== undefined) texts.push(readText(part, part.text));
    else if (part.raw !== undefined) files.push(readFile(part, part.raw, index));
    else if (part.url !== undefined)
      throw new ContentTypeNotSupportedError(
        "This server does not fetch files from URLs. Send the file's bytes in raw, or upload it with POST /api/v1/files and send its id in a data part.",
      );
    else if (part.data !== undefined) fields = { ...fields, ...readData(part, part.data, index) };
    // A Protocol Buffers client leaves out an empty text.
  }
  return { input: fields, text: "message" in fields ? "" : texts.join("\n"), files };
}

function readText({ mediaType }: Part, text: string): string {
  if (mediaType !== undefined && !TEXT_TYPE.test(mediaType)) throw createTypeError(mediaType, "text");
  return text;
}

function readData({ mediaType }: Part, data: unknown, index: number): Input {
  if (mediaType !== undefined && !JSON_TYPE.test(mediaType)) throw createTypeError(mediaType, "data");
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw invalidField(
      `message.parts.${index}.data`,
      "data must be an object whose fields are input fields of the agent, as its card lists them",
    );
  return parsePart(InputData, data);
}

function readFile({ filename }: Part, raw: string, index: number): SentFile {
  return { name: filename ?? `file-${index + 1}`, content: Buffer.from(raw, "base64") };
}

const createTypeError = (type: string, kind: string) =>
  new ContentTypeNotSupportedError(`A ${kind} part cannot have the media type ${type}`);

/**
 * Assigns stored files to the input fields of an agent that take files: each file to the next field without a value, and
 * the rest to a field that takes several.
 * @throws ContentTypeNotSupportedError if the agent takes fewer files
 */
export function assignFiles(input: Input, ids: readonly string[], parameters: readonly InputParam[]): Input {
  if (ids.length === 0) return input;
  const left = [...ids];
  const assigned: Input = { ...input };
  for (const { name, type } of parameters) {
    if (left.length === 0) break;
    if (Object.hasOwn(input, name)) continue;
    if (type === "file") assigned[name] = left.shift() ?? null;
    else if (type === "files") assigned[name] = left.splice(0);
  }
  if (left.length > 0) throw createFilesError(parameters);
  return assigned;
}

function createFilesError(parameters: readonly InputParam[]): ContentTypeNotSupportedError {
  const fields = parameters.filter(({ type }) => type === "file" || type === "files").map(({ name }) => name);
  return new ContentTypeNotSupportedError(
    fields.length === 0
      ? "This agent takes no files. Send text or data parts."
      : `This agent takes fewer files. Its fields for files are: ${fields.join(", ")}.`,
  );
}
