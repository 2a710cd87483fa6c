import { boundText } from "@stoa/contract/bounded-text";
import { ConcurrencyLimit } from "../python/concurrency-limit.ts";
import type { CallableTool } from "./callable-tool.ts";
import type { Message, ToolCall, Turn } from "./conversation.ts";
import type { DeclaredRun } from "./declared-run.ts";

/**
 * The maximum number of calls per turn. A model that makes more is confused, or follows text that was written to cause
 * this.
 */
const MAX_CALLS_A_TURN = 16;
/**
 * The maximum number of simultaneous calls. The connector proxy accepts eight calls of a run at a time. Using half of
 * them leaves room for slow services.
 */
const CALLS_AT_ONCE = 4;
/** The maximum total length of the tool results of a run. The gateway accepts conversations of up to 8 MiB. */
const MAX_RESULTS_CHARS = 400_000;
/**
 * The maximum length of an unknown tool's name in the message to the model. Known names have at most 64 characters.
 */
const MAX_NAME_CHARS = 200;
/** The maximum length of a call and of its result in the trace. */
const MAX_STEP_CHARS = 2_000;

const TOO_MANY_RESULTS =
  "[Omitted: the tool results of this run reached their size limit. Answer with what you know.]";

/** Replaces arguments that are not JSON, because some providers parse the arguments of earlier calls and fail. */
function replaceUnreadableArguments(call: ToolCall): ToolCall {
  try {
    JSON.parse(call.function.arguments);
    return call;
  } catch {
    return { ...call, function: { ...call.function, arguments: "{}" } };
  }
}

/** Runs the tool calls of a model. */
export class ToolCalls {
  readonly #tools: ReadonlyMap<string, CallableTool>;
  readonly #run: DeclaredRun;
  readonly #places = new ConcurrencyLimit(CALLS_AT_ONCE);
  #resultsChars = 0;

  constructor(tools: readonly CallableTool[], run: DeclaredRun) {
    this.#tools = new Map(tools.map((tool) => [tool.definition.function.name, tool]));
    this.#run = run;
  }

  /** Runs the calls of a model's turn. Returns the turn and the results of its calls, to continue the conversation. */
  async runAll({ text, calls }: Turn): Promise<Message[]> {
    const allowedCalls = calls.slice(0, MAX_CALLS_A_TURN);
    const results = await Promise.all(allowedCalls.map((call) => this.#places.run(() => this.#result(call))));
    const leftOut = calls.length - allowedCalls.length;
    if (leftOut > 0)
      results.push(
        `${results.pop() ?? ""}\n[Skipped ${leftOut} more calls: the limit is ${MAX_CALLS_A_TURN} at a time.]`,
      );
    return [
      {
        role: "assistant",
        content: text === "" ? null : text,
        tool_calls: allowedCalls.map(replaceUnreadableArguments),
      },
      ...allowedCalls.map(
        ({ id }, index): Message => ({ role: "tool", tool_call_id: id, content: results[index] ?? "" }),
      ),
    ];
  }

  async #result(call: ToolCall): Promise<string> {
    const { name, arguments: argumentText } = call.function;
    this.#run.step("tool_call", name, boundText(argumentText, MAX_STEP_CHARS));
    const tool = this.#tools.get(name);
    const names = [...this.#tools.keys()].join(", ");
    const result = tool
      ? await tool.call(argumentText)
      : `Unknown tool "${boundText(name, MAX_NAME_CHARS)}". Available: ${names || "none"}.`;
    this.#run.step("tool_result", name, boundText(result, MAX_STEP_CHARS));
    this.#resultsChars += result.length;
    return this.#resultsChars > MAX_RESULTS_CHARS ? TOO_MANY_RESULTS : result;
  }
}
