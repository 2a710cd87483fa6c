import type { Agent, InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import type { RunRequest } from "@stoa/contract/runs";
import { exampleInput, inputData, isComplete } from "../../lib/input-fields.ts";

/** The parameter that takes the message: by its name, else the first text that is asked for. */
function messageParam(params: readonly InputParam[]): InputParam | undefined {
  const texts = params.filter(({ type, choices }) => type === "string" && choices === undefined);
  const named = MESSAGE_FIELDS.map((field) => texts.find(({ name }) => name === field));
  return named.find(Boolean) ?? texts.find(({ required }) => required) ?? texts[0];
}

/** An agent's input with this message, the rest as in its example; `null` where it cannot run on a message. */
export function messageInput(
  agent: Pick<Agent, "input_params" | "examples">,
  message: string,
): RunRequest["input_data"] | null {
  const param = messageParam(agent.input_params);
  if (param === undefined || message.trim() === "") return null;
  const input = { ...exampleInput(agent), [param.name]: message };
  return isComplete(agent.input_params, input) ? inputData(agent.input_params, input) : null;
}

/** The message of an agent's example; empty where it brings none. */
export function exampleMessage(agent: Pick<Agent, "input_params" | "examples">): string {
  const param = messageParam(agent.input_params);
  return param === undefined ? "" : (exampleInput(agent)[param.name] ?? "");
}

/** Whether an agent can be run on a message alone. */
export function takesMessage(agent: Pick<Agent, "input_params" | "examples">): boolean {
  return messageInput(agent, "a message") !== null;
}
