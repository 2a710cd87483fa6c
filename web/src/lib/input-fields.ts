import type { Agent, InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import type { InputData, RunRequest } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { formatFileIds, hasPendingFile, isFileParam, parseFileIds } from "./file-input.ts";

/** The values of the form: every parameter as typed text, booleans as "true" or "". */
export type TypedInput = Readonly<Record<string, string>>;

function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns an input as form values; missing parameters get their default. */
export function toTypedInput(params: readonly InputParam[], input: InputData): TypedInput {
  return Object.fromEntries(
    params.map((param) => {
      const text = toText(input[param.name] ?? param.default);
      return [param.name, isFileParam(param) ? formatFileIds(param, parseFileIds(param, text)) : text];
    }),
  );
}

/**
 * Returns the form's initial values: one of the agent's examples, otherwise the parameters' defaults. The files of an
 * example belong to the developer, so the form begins without files.
 */
export function getExampleInput(agent: Pick<Agent, "input_params" | "examples">, index = 0): TypedInput {
  const input = toTypedInput(agent.input_params, agent.examples[index] ?? {});
  const files = agent.input_params.filter(isFileParam).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(input).map(([name, text]) => [name, files.includes(name) ? "" : text]),
  );
}

/** Returns whether the agent takes only the default parameter `message`. */
function isMessageOnly(params: readonly InputParam[]): boolean {
  return params.length === 1 && params[0]?.name === "message" && params[0].type === "string";
}

function parseValue(param: InputParam, text: string): InputData[string] {
  if (param.type === "boolean") return text === "true";
  if (param.type === "integer" || param.type === "number") return Number(text);
  if (param.type === "files") return [...parseFileIds(param, text)];
  if (param.type === "array" || param.type === "object") return JSON.parse(text) as InputData[string];
  return text;
}

/** Returns the error of one typed parameter; `null` if the parameter is valid. */
export function findInputProblem(param: InputParam, text: string): string | null {
  const empty = text.trim() === "";
  if (empty) return param.required && param.type !== "boolean" ? getRequiredText(param) : null;
  if (param.type === "integer" && !Number.isSafeInteger(Number(text))) return "Please enter a whole number";
  if (param.type === "number" && !Number.isFinite(Number(text))) return "Please enter a number";
  if (isFileParam(param)) return hasPendingFile(param, text) ? "Please wait for the upload to finish" : null;
  if (param.type !== "array" && param.type !== "object") return null;
  try {
    const value: unknown = JSON.parse(text);
    const fits =
      param.type === "array" ? Array.isArray(value) : typeof value === "object" && !Array.isArray(value);
    return fits && value !== null ? null : `Please enter a JSON ${param.type}`;
  } catch {
    return `Please enter a JSON ${param.type}`;
  }
}

function getRequiredText(param: InputParam): string {
  return param.name === "message" ? TEXTS.run.messageRequired : `${param.name} is required`;
}

/** Returns whether the form is valid. */
export function isComplete(params: readonly InputParam[], input: TypedInput): boolean {
  return params.every((param) => findInputProblem(param, input[param.name] ?? "") === null);
}

/**
 * Returns the input of a run. A single message is sent under all its names, so that an agent finds it whichever name it
 * reads. Empty parameters are left out.
 */
export function toInputData(params: readonly InputParam[], input: TypedInput): RunRequest["input_data"] {
  if (isMessageOnly(params)) {
    return Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, input.message ?? ""]));
  }
  const filled = params.filter(
    (param) => param.type === "boolean" || (input[param.name] ?? "").trim() !== "",
  );
  return Object.fromEntries(filled.map((param) => [param.name, parseValue(param, input[param.name] ?? "")]));
}

/**
 * Returns the input of a run as a person would write it in code: a message has only one name. An incomplete form of
 * other parameters gives an empty input.
 */
export function toCodeInput(params: readonly InputParam[], input: TypedInput): RunRequest["input_data"] {
  if (isMessageOnly(params)) return { message: input.message ?? "" };
  return isComplete(params, input) ? toInputData(params, input) : {};
}
