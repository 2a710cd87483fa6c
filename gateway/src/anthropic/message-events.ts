import type { ChatAnswer, ChatToolCall } from "../translation/chat-answer.ts";
import type { AnswerEvents } from "../translation/dialect.ts";
import { stopReason, toAnthropicError } from "./message.ts";

function formatEvent(name: string, fields: object): string {
  return `event: ${name}\ndata: ${JSON.stringify({ type: name, ...fields })}\n\n`;
}

/** Converts the chunks of a streamed chat completion into the events of a streamed message. */
export class MessageEvents implements AnswerEvents {
  private index = -1;
  /** The open content block: text, or the tool call with this index in the chat completion. */
  private open: "text" | number | undefined;
  private started = false;
  private finish: string | undefined;
  private usage = { input_tokens: 0, output_tokens: 0 };

  /** Returns the events for a chunk. */
  take(piece: ChatAnswer): string {
    let events = this.start(piece);
    if (piece.usage) {
      this.usage = {
        input_tokens: piece.usage.prompt_tokens,
        output_tokens: piece.usage.completion_tokens,
      };
    }
    const [choice] = piece.choices;
    if (choice?.delta?.content) events += this.startText(choice.delta.content);
    for (const call of choice?.delta?.tool_calls ?? []) events += this.startTool(call);
    if (choice?.finish_reason) this.finish = choice.finish_reason;
    return events;
  }

  /** Returns the events that end the message. */
  end(): string {
    const delta = { stop_reason: stopReason(this.finish), stop_sequence: null };
    return (
      this.close() +
      formatEvent("message_delta", { delta, usage: this.usage }) +
      formatEvent("message_stop", {})
    );
  }

  endWithError(error: string): string {
    return `event: error\ndata: ${JSON.stringify(toAnthropicError(502, error))}\n\n`;
  }

  private start(piece: ChatAnswer): string {
    if (this.started) return "";
    this.started = true;
    const message = {
      id: piece.id ?? "",
      type: "message",
      role: "assistant",
      model: piece.model ?? "",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: this.usage,
    };
    return formatEvent("message_start", { message });
  }

  private startText(text: string): string {
    const opening = this.open === "text" ? "" : this.openBlock("text", { type: "text", text: "" });
    const delta = { type: "text_delta", text };
    return opening + formatEvent("content_block_delta", { index: this.index, delta });
  }

  private startTool(call: ChatToolCall): string {
    const number = call.index ?? 0;
    let events = "";
    if (this.open !== number) {
      const block = { type: "tool_use", id: call.id ?? "", name: call.function?.name ?? "", input: {} };
      events = this.openBlock(number, block);
    }
    const partial_json = call.function?.arguments ?? "";
    if (partial_json === "") return events;
    const delta = { type: "input_json_delta", partial_json };
    return events + formatEvent("content_block_delta", { index: this.index, delta });
  }

  private openBlock(block: "text" | number, content_block: object): string {
    const closing = this.close();
    this.open = block;
    this.index += 1;
    return closing + formatEvent("content_block_start", { index: this.index, content_block });
  }

  private close(): string {
    if (this.open === undefined) return "";
    this.open = undefined;
    return formatEvent("content_block_stop", { index: this.index });
  }
}
