import type { Agent, InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import type { RunRequest } from "@stoa/contract/runs";
import { getExampleInput, isComplete, type TypedInput, toInputData } from "./input-fields.ts";

/**
 * Returns the parameter that takes the message: the one with a known name, otherwise the first required text parameter,
 * otherwise the first text parameter. Returns undefined if there is no text parameter.
 */
export function findMessageParam(params: readonly InputParam[]): InputParam | undefined {
  const texts = params.filter(({ type, choices }) => type === "string" && choices === undefined);
  const named = MESSAGE_FIELDS.map((field) => texts.find(({ name }) => name === field));
  return named.find(Boolean) ?? texts.find(({ required }) => required) ?? texts[0];
}

/** The names of the lists in which agents get the earlier turns of a conversation. */
const EARLIER_TURNS = ["history", "chat_history", "messages"];

/** Returns whether the conversation fills in this parameter, so that no form asks for it. */
export function isEarlierTurns({ name, type, required }: InputParam): boolean {
  return type === "array" && !required && EARLIER_TURNS.includes(name);
}

/**
 * Returns an agent's input with this message and the other values of its example; `null` if the message is empty or the
 * agent needs more than a message.
 */
export function toMessageInput(
  agent: Pick<Agent, "input_params" | "examples">,
  message: string,
): RunRequest["input_data"] | null {
  const param = findMessageParam(agent.input_params);
  if (param === undefined || message.trim() === "") return null;
  const input = { ...getExampleInput(agent), [param.name]: message };
  return isComplete(agent.input_params, input) ? toInputData(agent.input_params, input) : null;
}

/** Returns the message of an agent's example; empty if it has none. */
export function getExampleMessage(agent: Pick<Agent, "input_params" | "examples">): string {
  const param = findMessageParam(agent.input_params);
  return param === undefined ? "" : (getExampleInput(agent)[param.name] ?? "");
}

/** Returns whether an agent can run on a message alone. */
export function acceptsMessage(agent: Pick<Agent, "input_params" | "examples">): boolean {
  return toMessageInput(agent, "a message") !== null;
}

/**
 * Returns the message of a stored input; `undefined` if the input has none. The server knows only the usual names of the
 * message, so it shows other inputs as JSON.
 */
export function readMessage(
  { input_params: params }: Pick<Agent, "input_params">,
  input: RunRequest["input_data"] | null,
): string | undefined {
  const value = input?.[findMessageParam(params)?.name ?? ""];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Returns the input of a turn: the message and the other fields as typed. Returns `null` if the message is empty or a
 * field is missing or invalid.
 */
export function toTurnInput(
  { input_params: params }: Pick<Agent, "input_params">,
  fields: TypedInput,
  message: string,
): RunRequest["input_data"] | null {
  const param = findMessageParam(params);
  if (param === undefined || message.trim() === "") return null;
  const input = { ...fields, [param.name]: message };
  return isComplete(params, input) ? toInputData(params, input) : null;
}
