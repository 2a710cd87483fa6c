import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import {
  type AnswerIdentity,
  createAnswer,
  formatDeltaEvent,
  formatUsageEvent,
  SSE_DONE,
} from "../../completion.ts";
import { toFinishReason, toWireUsage } from "./usage.ts";

type Part<Type extends LanguageModelV3StreamPart["type"]> = Extract<
  LanguageModelV3StreamPart,
  { type: Type }
>;

/** Converts the parts of a provider's stream into OpenAI's events. */
export class CompletionEvents {
  private answer: AnswerIdentity;
  private hasBegun = false;
  /** The provider's ids of the tool calls, in order. */
  private readonly calls: string[] = [];

  constructor(model: string) {
    this.answer = createAnswer(model);
  }

  /** Returns the events for a part, or an empty string if the part produces none. */
  take(part: LanguageModelV3StreamPart): string {
    switch (part.type) {
      case "response-metadata":
        this.answer = { ...this.answer, model: part.modelId ?? this.answer.model };
        return "";
      case "text-delta":
        return part.delta === "" ? "" : this.delta({ content: part.delta });
      case "reasoning-delta":
        return part.delta === "" ? "" : this.delta({ reasoning_content: part.delta });
      case "tool-input-start":
        return this.callBegins(part.id, part.toolName, "");
      case "tool-input-delta":
        return this.callGoesOn(part);
      case "tool-call":
        return this.calls.includes(part.toolCallId)
          ? ""
          : this.callBegins(part.toolCallId, part.toolName, part.input);
      case "finish":
        return this.finish(part);
      default:
        return "";
    }
  }

  private delta(delta: object): string {
    const role = this.hasBegun ? {} : { role: "assistant" };
    this.hasBegun = true;
    return formatDeltaEvent(this.answer, { ...role, ...delta });
  }

  private callBegins(id: string, name: string, input: string): string {
    const index = this.calls.push(id) - 1;
    return this.delta({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: input } }],
    });
  }

  private callGoesOn({ id, delta }: Part<"tool-input-delta">): string {
    const index = this.calls.indexOf(id);
    return index < 0 || delta === ""
      ? ""
      : this.delta({ tool_calls: [{ index, function: { arguments: delta } }] });
  }

  private finish({ finishReason, usage }: Part<"finish">): string {
    const reason = toFinishReason(finishReason);
    const counted = toWireUsage(usage);
    return (
      (reason === undefined ? "" : formatDeltaEvent(this.answer, {}, reason)) +
      (counted === undefined ? "" : formatUsageEvent(this.answer, counted)) +
      (reason === undefined ? "" : SSE_DONE)
    );
  }
}
