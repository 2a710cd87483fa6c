import { FILE_TEXTS } from "@stoa/contract";
import type { InputParameter, JsonValue } from "@stoa/runtime/protocol";
import { invalidField } from "../../../platform/http/app-error.ts";

type Input = { [key: string]: JsonValue };

/** What a client sent that does not know the names of the agent's inputs: a text, and the IDs of files. */
export interface SentMessage {
  text: string;
  fileIds: readonly string[];
}

/**
 * Returns an input with a message in it. The text becomes the message, or the only input that is missing: agents call
 * their message by other names, such as `topic`. Files go to the next inputs for files that have no value.
 * @throws AppError 400 if the agent takes fewer files
 */
export function placeMessage(
  { inputParameters }: { inputParameters: readonly InputParameter[] },
  input: Input,
  { text, fileIds }: SentMessage,
): Input {
  const placed = placeFiles(inputParameters, input, fileIds);
  if (text === "") return placed;
  const missing = inputParameters.filter(({ name, required }) => required && !Object.hasOwn(placed, name));
  const [only, ...others] = missing;
  const name = only?.type === "string" && others.length === 0 ? only.name : "message";
  return { ...placed, [name]: text };
}

function placeFiles(parameters: readonly InputParameter[], input: Input, fileIds: readonly string[]): Input {
  const left = [...fileIds];
  const placed: Input = { ...input };
  for (const { name, type } of parameters) {
    if (left.length === 0) break;
    if (Object.hasOwn(input, name)) continue;
    if (type === "file") placed[name] = left.shift() ?? null;
    else if (type === "files") placed[name] = left.splice(0);
  }
  if (left.length > 0) throw invalidField("files", FILE_TEXTS.fewerFiles(listFileInputs(parameters)));
  return placed;
}

function listFileInputs(parameters: readonly InputParameter[]): string[] {
  return parameters.filter(({ type }) => type === "file" || type === "files").map(({ name }) => name);
}
