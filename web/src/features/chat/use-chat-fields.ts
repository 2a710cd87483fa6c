import type { Agent } from "@stoa/contract/catalog";
import type { Turn } from "@stoa/contract/conversations";
import { useState } from "react";
import { isFileParam } from "../../lib/file-input.ts";
import { getExampleInput, type TypedInput, toTypedInput } from "../../lib/input-fields.ts";
import { findMessageParam, isEarlierTurns } from "../../lib/message-input.ts";
import { getTurnInput } from "./use-chat-turns.ts";

/**
 * Manages the fields of an agent that takes more than a message. They begin with the values of the chat's last turn, or
 * with the agent's example in a new chat, and keep what the user types. Files go with one message, unless the agent
 * requires them with each.
 */
export function useChatFields(agent: Agent, last: Turn | undefined) {
  const { input_params: params } = agent;
  const [typed, setTyped] = useState<TypedInput>({});
  const message = findMessageParam(params);
  const fileParams = params.filter(isFileParam);
  const noFiles = Object.fromEntries(
    fileParams.filter(({ required }) => !required).map(({ name }) => [name, ""]),
  );
  const lastInput = last === undefined ? null : getTurnInput(last);
  const initial = lastInput === null ? getExampleInput(agent) : toTypedInput(params, lastInput);
  return {
    /** The parameters that a person fills in besides the message and its files. */
    params: params.filter((param) => param !== message && !isEarlierTurns(param) && !isFileParam(param)),
    fileParams,
    values: { ...initial, ...noFiles, ...typed },
    change: (name: string, value: string) => setTyped((now) => ({ ...now, [name]: value })),
    /** Attaches the files of an earlier turn, to edit its message. */
    restoreFiles: (turn: Turn) => {
      const input = toTypedInput(fileParams, getTurnInput(turn) ?? {});
      setTyped((now) => ({ ...now, ...input }));
    },
    /** Removes the files of a message that was sent or is not edited anymore. */
    clearFiles: () => setTyped((now) => ({ ...now, ...noFiles })),
  };
}
