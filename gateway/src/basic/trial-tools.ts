import type { ChatRequest } from "../chat-request.ts";
import type { FunctionCall } from "../completion.ts";
import { fillToolArguments } from "./structured.ts";

/** More tools than an agent can use well; each may wait for something until the trial's time is over. */
const MAX_CALLS = 20;
/** A required text that the conversation does not give; an empty one would show nothing but that it is empty. */
const SAMPLE_TEXT = "example";
/** Tools that pass the conversation on: only the first of several in one answer would be followed. */
const PASSES_ON = /^(?:transfer|hand_?(?:off|over|back)|delegate)/i;

/**
 * Chooses the tools that stoa-basic calls in one trial run: each that is declared once, so that a tool that cannot
 * work here fails at the upload and not at the first buyer.
 */
export class TrialTools {
  readonly #called = new Set<string>();

  /** Returns the names of the tools to answer a request with; none when every tool has been called or none may be. */
  choose({ tools, tool_choice: choice, parallel_tool_calls: parallel }: ChatRequest): string[] {
    if (choice === "none" || (typeof choice === "object" && choice !== null)) return [];
    const declared = (tools ?? []).map((tool) => tool.function.name);
    /** Where some tool must be called, frameworks put the form of the final answer behind the others. */
    const offered = choice === "required" ? declared.slice(0, -1) : declared;
    const fresh = offered.filter((name) => !this.#called.has(name));
    const working = fresh.filter((name) => !PASSES_ON.test(name));
    const isOneByOne = parallel === false || working.length === 0;
    const wanted = isOneByOne ? [...working, ...fresh].slice(0, 1) : working;
    const chosen = wanted.slice(0, MAX_CALLS - this.#called.size);
    for (const name of chosen) this.#called.add(name);
    return chosen;
  }
}

/** Returns calls of these tools with arguments made from their schemas, without those whose schema cannot be filled. */
export function trialCalls(request: ChatRequest, names: readonly string[]): FunctionCall[] {
  return names.flatMap((name) => {
    const tool = (request.tools ?? []).find((each) => each.function.name === name);
    try {
      const filled = fillToolArguments(request, tool?.function.parameters);
      return [{ name, arguments: JSON.stringify(filled, withSampleText) }];
    } catch {
      return [];
    }
  });
}

function withSampleText(_name: string, value: unknown): unknown {
  return value === "" ? SAMPLE_TEXT : value;
}
