import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { LIMITS } from "@stoa/contract/limits";
import type { Agent, InputData, InputParam, Json } from "../../js/src/index.ts";
import { createUsageError } from "./errors.ts";
import type { Session } from "./session.ts";

/** The options of `run` that say what the agent gets. */
export interface InputOptions {
  /** A JSON object, or `@` with the name of a file that contains one. */
  input?: string;
  /** Single inputs, `name=value` each. */
  set?: readonly string[];
  /** Files for inputs, `name=path` each. */
  file?: readonly string[];
}

/** A file to upload for an input. */
interface FileForInput {
  parameter: InputParam;
  name: string;
  content: Buffer;
}

/**
 * Reads all inputs of a run: `--input`, then each `-i`, then the message, then the files, which are uploaded.
 * @throws CliError if an input has a wrong form, or names a file that cannot be read
 */
export async function readRunInput(
  session: Session,
  agent: Agent,
  words: readonly string[],
  options: InputOptions,
): Promise<InputData> {
  const { input_params: parameters } = agent;
  const input: InputData = options.input === undefined ? {} : readInputObject(options.input);
  const { set: settings = [], file: fileSettings = [] } = options;
  for (const setting of settings) {
    const { name, value } = splitSetting("-i", setting);
    input[name] = parseValue(parameters, name, value);
  }
  // All files are read before the first one is uploaded, so that a wrong path leaves nothing on the server.
  const files = fileSettings.map((setting) => readFileForInput(parameters, setting));
  const isGiven = options.input !== undefined || settings.length > 0;
  const message = words.length > 0 ? words.join(" ") : isGiven ? "" : await readPipedMessage();
  const named = new Set(files.map(({ parameter }) => parameter.name));
  if (message !== "") placeMessage(parameters, input, named, message);
  for (const { parameter, name, content } of files) {
    const { id } = await session.files.upload({ name, content });
    const others = input[parameter.name];
    input[parameter.name] = parameter.type === "files" ? [...(Array.isArray(others) ? others : []), id] : id;
  }
  return input;
}

/** Puts the message where the server puts it for clients that do not know the agent's inputs. */
export function placeMessage(
  parameters: readonly InputParam[],
  input: InputData,
  filled: ReadonlySet<string>,
  message: string,
): void {
  const missing = parameters.filter(
    ({ name, required }) => required && !Object.hasOwn(input, name) && !filled.has(name),
  );
  const [only, ...others] = missing;
  const name = only?.type === "string" && others.length === 0 ? only.name : "message";
  if (Object.hasOwn(input, name))
    throw createUsageError(
      `The input ${name} is given twice: as the message and as an option. Leave one out.`,
    );
  input[name] = message;
}

function readInputObject(given: string): InputData {
  const text = given.startsWith("@") ? readTextFile(given.slice(1)) : given;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw createUsageError(`--input is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw createUsageError(
      '--input must be a JSON object with the inputs by name, such as {"message": "Hello"}',
    );
  return value as InputData;
}

/** Splits `name=value` at the first `=`. */
function splitSetting(option: string, setting: string): { name: string; value: string } {
  const at = setting.indexOf("=");
  if (at <= 0) throw createUsageError(`${option} ${setting}: write name=value, such as ${option} topic=tea`);
  return { name: setting.slice(0, at), value: setting.slice(at + 1) };
}

/** Returns the value of an input in the type that the agent declares for it. */
function parseValue(parameters: readonly InputParam[], name: string, text: string): Json {
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (parameter === undefined)
    throw createUsageError(`The agent has no input ${name}. ${describeInputs(parameters)}`);
  if (parameter.type === "string") return text;
  if (parameter.type === "file" || parameter.type === "files")
    throw createUsageError(`The input ${name} takes a file. Write --file ${name}=path`);
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw createUsageError(
      `-i ${name}=${text}: the agent expects ${describeType(parameter)}, written as JSON.`,
    );
  }
}

const TYPE_NAMES: Partial<Record<InputParam["type"], string>> = {
  integer: "a whole number",
  boolean: "true or false",
  array: 'a list, such as ["a", "b"]',
  object: 'an object, such as {"a": 1}',
};

const describeType = ({ type }: InputParam): string => TYPE_NAMES[type] ?? `a ${type}`;

/** Returns a sentence that lists the inputs of an agent. */
function describeInputs(parameters: readonly InputParam[]): string {
  if (parameters.length === 0) return "It has no declared inputs: pass a message.";
  return `Its inputs are: ${parameters.map(({ name, type }) => `${name} (${type})`).join(", ")}.`;
}

function readFileForInput(parameters: readonly InputParam[], setting: string): FileForInput {
  const { name, value: path } = splitSetting("--file", setting);
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (parameter?.type !== "file" && parameter?.type !== "files")
    throw createUsageError(`The agent has no input ${name} that takes a file. ${describeInputs(parameters)}`);
  return { parameter, name: basename(path), content: readBytes(path) };
}

/**
 * Reads a file that the command line names.
 * @throws CliError if it cannot be read
 */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw createUsageError(`Could not read ${path}: ${describeFileError(error)}`);
  }
}

/** Reads a text file that the command line names. */
export const readTextFile = (path: string): string => readBytes(path).toString("utf8");

/** Returns why a file cannot be read, in words. */
function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file.";
  if (code === "EISDIR") return "it is a folder.";
  return code === "EACCES" ? "you are not allowed to read it." : message;
}

/**
 * Returns what another program writes to standard input; an empty text if it is a terminal. A longer message than a
 * run accepts is refused before all of it is read.
 */
async function readPipedMessage(): Promise<string> {
  if (process.stdin.isTTY) return "";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LIMITS.inputMaxBytes)
      throw createUsageError(
        `The message is larger than ${LIMITS.inputMaxBytes / 1024} KiB. Pass it as a file: --file name=path`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8").trim();
}
