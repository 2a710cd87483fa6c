import { boundText } from "@stoa/contract/bounded-text";
import { z } from "zod";
import { AgentFailure } from "./agent-failure.ts";
import type { ToolCall, Turn } from "./conversation.ts";

/**
 * The maximum number of calls in a turn. Further calls are dropped, because the gateway does not accept more in one
 * message.
 */
const MAX_CALLS_LISTED = 128;
/** The maximum length of a tool's name. Call IDs are shorter. */
const MAX_NAME_CHARS = 64;

const Piece = z.object({
  model: z.string().optional().catch(undefined),
  error: z.object({ message: z.string() }).optional().catch(undefined),
  choices: z
    .array(
      z.object({
        delta: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                index: z.int().min(0),
                id: z.string().nullish(),
                function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .default([]),
});

function parsePiece(data: string): z.infer<typeof Piece> {
  try {
    return Piece.parse(JSON.parse(data));
  } catch (cause) {
    throw new AgentFailure(
      "The model's response is invalid. Try again or use another model.",
      `${String(cause)}\n${boundText(data)}`,
    );
  }
}

/**
 * Returns a call with a shortened ID and name, because providers refuse a conversation in which they are too long.
 */
function shortenNames({ id, type, function: { name, arguments: args } }: ToolCall): ToolCall {
  return {
    id: id.slice(0, MAX_NAME_CHARS),
    type,
    function: { name: name.slice(0, MAX_NAME_CHARS), arguments: args },
  };
}

/** Assembles the chunks of a streamed answer. */
export class TurnPieces {
  readonly #calls = new Map<number, ToolCall>();
  readonly #maxChars: number;
  #text = "";
  #chars = 0;
  #model = "";

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Adds a chunk and returns its text. @throws AgentFailure for an invalid chunk, an error, or too much text */
  take(data: string): string {
    const { model, error, choices } = parsePiece(data);
    if (error) throw new AgentFailure(error.message, boundText(data));
    if (model) this.#model = model;
    const delta = choices[0]?.delta;
    const text = delta?.content ?? "";
    this.#count(text);
    this.#text += text;
    for (const { index, id, function: called } of delta?.tool_calls ?? [])
      this.#addCall(index, id ?? "", called?.name ?? "", called?.arguments ?? "");
    return text;
  }

  turn(): Turn {
    const calls = [...this.#calls.values()].filter((call) => call.function.name !== "").map(shortenNames);
    return { text: this.#text, calls, model: this.#model };
  }

  #addCall(index: number, id: string, name: string, args: string): void {
    this.#count(id + name + args);
    const call = this.#calls.get(index);
    if (call) {
      call.function.name += name;
      call.function.arguments += args;
    } else if (this.#calls.size < MAX_CALLS_LISTED) {
      const callId = id === "" ? `call_${index}` : id;
      this.#calls.set(index, { id: callId, type: "function", function: { name, arguments: args } });
    }
  }

  #count(text: string): void {
    this.#chars += text.length;
    if (this.#chars > this.#maxChars)
      throw new AgentFailure(
        `The model's answer is longer than ${this.#maxChars} characters. Ask for a shorter answer.`,
      );
  }
}
