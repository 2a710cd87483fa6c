import type { Agent, InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import type { RunRequest } from "@stoa/contract/runs";
import { getExampleInput, isComplete, toInputData } from "../../lib/input-fields.ts";

/**
 * Returns the parameter that takes the message: the one with a known name, otherwise the first required text parameter,
 * otherwise the first text parameter. Returns undefined if there is no text parameter.
 */
function findMessageParam(params: readonly InputParam[]): InputParam | undefined {
  const texts = params.filter(({ type, choices }) => type === "string" && choices === undefined);
  const named = MESSAGE_FIELDS.map((field) => texts.find(({ name }) => name === field));
  return named.find(Boolean) ?? texts.find(({ required }) => required) ?? texts[0];
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
