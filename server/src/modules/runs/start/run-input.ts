import { FileId, getMessage, Json, LIMITS, MESSAGE_FIELDS, TEXTS } from "@stoa/contract";
import type { EntryPoint, InputParameter, JsonValue } from "@stoa/runtime/protocol";
import { AppError, type FieldError } from "../../../platform/http/app-error.ts";

type Input = { [key: string]: JsonValue };

/**
 * Returns the description of a run for the usage history: the beginning of its message, or of the first string in its
 * input.
 */
export function getTask(input: Input): string | null {
  const text =
    getMessage(input) || Object.values(input).find((value) => typeof value === "string" && value.trim());
  if (typeof text !== "string") return null;
  const clean = text.replaceAll("\u0000", "").trim().replace(/\s+/g, " ");
  return [...clean.slice(0, LIMITS.taskMaxLength * 2)].slice(0, LIMITS.taskMaxLength).join("");
}

/**
 * Returns the input as the entry point receives it. Declared parameters are checked, and converted if nothing is lost.
 * Other fields are kept only if the entry point takes the whole of `input_data`.
 * @throws AppError 400 that names every field that is missing or wrong
 */
export function checkInput(
  version: { entry: Pick<EntryPoint, "takes" | "kind">; inputParameters: InputParameter[] },
  given: Input,
): Input {
  const checked: Input = version.entry.takes === "input_data" ? { ...given } : {};
  const errors: FieldError[] = [];
  const messageName = findMessageName(version.inputParameters);
  for (const parameter of version.inputParameters) {
    delete checked[parameter.name];
    const value = getValue(parameter, given, messageName);
    if (value === undefined) {
      if (parameter.required) errors.push(createMissingError(parameter));
      else if (parameter.default !== undefined) checked[parameter.name] = parameter.default;
      continue;
    }
    const converted = isOwnFile(value, parameter, version.entry) ? { value } : convert(value, parameter);
    if ("problem" in converted)
      errors.push({ field: `input_data.${parameter.name}`, message: converted.problem });
    else checked[parameter.name] = converted.value;
  }
  if (errors.length > 0)
    throw new AppError(400, "invalid_request", errors[0]?.message ?? TEXTS.run.messageRequired, { errors });
  return checked;
}

/**
 * Returns the form of a reply to the question of a workflow: a message, and the workflow's other inputs, none of which is
 * required, because the run has already received them.
 */
export function toReplyForm<Version extends { inputParameters: InputParameter[] }>(
  version: Version,
): Version {
  const message: InputParameter = { name: "message", type: "string", required: false, description: "" };
  const others = version.inputParameters
    .filter(({ name }) => name !== message.name)
    .map((parameter) => {
      const { default: _, ...others } = parameter;
      return { ...others, required: false };
    });
  return { ...version, inputParameters: [message, ...others] };
}

/**
 * Returns the name of the parameter that receives the message: the only declared text parameter with one of the
 * message's names.
 */
function findMessageName(parameters: InputParameter[]): string | undefined {
  const declared = parameters.filter(
    ({ name, type }) => type === "string" && MESSAGE_FIELDS.some((field) => field === name),
  );
  return declared.length === 1 ? declared[0]?.name : undefined;
}

/**
 * Returns the value of a parameter. Null counts as missing, and so does an empty form field unless the parameter is
 * text.
 */
function getValue(
  { name, type }: InputParameter,
  given: Input,
  messageName: string | undefined,
): JsonValue | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  const isMessage = name === "message" || name === messageName;
  const isEmptyText = typeof value === "string" && value.trim() === "";
  if (isMessage && (value === undefined || isEmptyText)) return getMessage(given) || undefined;
  const isNothing = value === null || (isEmptyText && type !== "string");
  return isNothing ? undefined : value;
}

function createMissingError(parameter: InputParameter): FieldError {
  const message = parameter.name === "message" ? TEXTS.run.messageRequired : `${parameter.name} is required`;
  return { field: `input_data.${parameter.name}`, message };
}

/**
 * Returns whether a value is a file that the caller sends in the input itself, as workflows accept it: as text, as base64
 * or as `{fileName, mimeType, data}`.
 */
function isOwnFile(value: JsonValue, { type }: InputParameter, { kind }: Pick<EntryPoint, "kind">): boolean {
  return kind === "workflow" && (type === "file" || type === "files") && !isFileId(value);
}

type Converted = { value: JsonValue } | { problem: string };

function convert(value: JsonValue, parameter: InputParameter): Converted {
  const converted = CONVERSIONS[parameter.type](value);
  if (converted === undefined) return { problem: `${parameter.name} must be ${PHRASES[parameter.type]}` };
  const word = typeof converted === "string" ? converted : JSON.stringify(converted);
  if (parameter.choices && !parameter.choices.includes(word))
    return { problem: `${parameter.name} must be one of: ${parameter.choices.join(", ")}` };
  return { value: converted };
}

const PHRASES: Record<InputParameter["type"], string> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  file: "the ID of a file, such as the `id` that POST /api/v1/files returns",
  files: "a list of IDs of files",
};

/**
 * Each converter returns the value in the declared type, or undefined if the conversion would lose or invent something.
 */
const CONVERSIONS: Record<InputParameter["type"], (value: JsonValue) => JsonValue | undefined> = {
  string: (value) =>
    typeof value === "string"
      ? value
      : typeof value === "number" || typeof value === "boolean"
        ? String(value)
        : undefined,
  integer: (value) => {
    const number = toNumber(value);
    return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
  },
  number: toNumber,
  boolean: (value) =>
    typeof value === "boolean" ? value : value === "true" ? true : value === "false" ? false : undefined,
  array: (value) => {
    const parsed = tryParseJson(value);
    return Array.isArray(parsed) ? parsed : undefined;
  },
  object: (value) => {
    const parsed = tryParseJson(value);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  },
  file: (value) => (isFileId(value) ? value : undefined),
  files: (value) => {
    const list = isFileId(value) ? [value] : tryParseJson(value);
    return Array.isArray(list) && list.every(isFileId) ? list : undefined;
  },
};

const isFileId = (value: JsonValue) => FileId.safeParse(value).success;

/**
 * No two parts of this pattern match the same digits. Otherwise a million digits would block the server for minutes.
 */
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

function toNumber(value: JsonValue): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !NUMBER.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Parses a list or an object that a form sent as a string. Returns undefined for invalid JSON, and other values
 * unchanged.
 */
function tryParseJson(value: JsonValue): JsonValue | undefined {
  if (typeof value !== "string") return value;
  try {
    return Json.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}
