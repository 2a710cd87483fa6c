import type { Agent, InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import type { RunRequest } from "@stoa/contract/runs";
import { exampleInput, inputData, isComplete } from "../../lib/input-fields.ts";

/** Returns the parameter that takes the message: by its name, else the first required text. */
function messageParam(params: readonly InputParam[]): InputParam | undefined {
  const texts = params.filter(({ type, choices }) => type === "string" && choices === undefined);
  const named = MESSAGE_FIELDS.map((field) => texts.find(({ name }) => name === field));
  return named.find(Boolean) ?? texts.find(({ required }) => required) ?? texts[0];
}

/**
 * Returns an agent's input with this message and the rest from its example; `null` if the agent cannot run on a
 * message alone.
 */
export function messageInput(
  agent: Pick<Agent, "input_params" | "examples">,
  message: string,
): RunRequest["input_data"] | null {
  const param = messageParam(agent.input_params);
  if (param === undefined || message.trim() === "") return null;
  const input = { ...exampleInput(agent), [param.name]: message };
  return isComplete(agent.input_params, input) ? inputData(agent.input_params, input) : null;
}

/** Returns the message of an agent's example; empty if it has none. */
export function exampleMessage(agent: Pick<Agent, "input_params" | "examples">): string {
  const param = messageParam(agent.input_params);
  return param === undefined ? "" : (exampleInput(agent)[param.name] ?? "");
}

/** Returns whether an agent can run on a message alone. */
export function takesMessage(agent: Pick<Agent, "input_params" | "examples">): boolean {
  return messageInput(agent, "a message") !== null;
}
