import type { ChatRequest } from "../chat-request.ts";
import type { FunctionCall } from "../completion.ts";
import { fillToolArguments } from "./structured.ts";

/**
 * The maximum number of tools that a trial calls. Models rarely use more tools well, and each call may wait until the
 * trial's time is over.
 */
const MAX_CALLS = 20;
/**
 * The value of a required string that the conversation does not contain. With an empty string, a tool would often only
 * report that its input is empty.
 */
const SAMPLE_TEXT = "example";
/** Matches tools that hand the conversation over. If an answer called several of them, only one would take effect. */
const PASSES_ON = /^(?:transfer|hand_?(?:off|over|back)|delegate)/i;

/**
 * Chooses the tools that stoa-basic calls in one trial run. It calls each tool once, up to MAX_CALLS tools, so that a
 * broken tool fails at upload and not for the first buyer.
 */
export class TrialTools {
  readonly #called = new Set<string>();

  /**
   * Returns the names of the tools to call in answer to a request. Returns none if every tool has been called, the
   * limit is reached, or the request forbids calls or requires a specific tool.
   */
  choose({ tools, tool_choice: choice, parallel_tool_calls: parallel }: ChatRequest): string[] {
    if (choice === "none" || (typeof choice === "object" && choice !== null)) return [];
    const declaredNames = (tools ?? []).map((tool) => tool.function.name);
    /**
     * If the request requires a tool call, the last tool is left out, because frameworks list the tool for the final
     * answer last.
     */
    const offeredNames = choice === "required" ? declaredNames.slice(0, -1) : declaredNames;
    const fresh = offeredNames.filter((name) => !this.#called.has(name));
    const working = fresh.filter((name) => !PASSES_ON.test(name));
    const isOneByOne = parallel === false || working.length === 0;
    const chosenTools = isOneByOne ? [...working, ...fresh].slice(0, 1) : working;
    const chosen = chosenTools.slice(0, MAX_CALLS - this.#called.size);
    for (const name of chosen) this.#called.add(name);
    return chosen;
  }
}

/**
 * Returns calls of these tools with arguments generated from their schemas. Omits tools whose schema cannot be
 * filled in.
 */
export function buildTrialCalls(request: ChatRequest, names: readonly string[]): FunctionCall[] {
  return names.flatMap((name) => {
    const tool = (request.tools ?? []).find((each) => each.function.name === name);
    try {
      const args = fillToolArguments(request, tool?.function.parameters);
      return [{ name, arguments: JSON.stringify(args, withSampleText) }];
    } catch {
      return [];
    }
  });
}

function withSampleText(_name: string, value: unknown): unknown {
  return value === "" ? SAMPLE_TEXT : value;
}
