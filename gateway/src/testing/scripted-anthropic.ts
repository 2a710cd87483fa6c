/** Returns token counts as Anthropic sends them: cache tokens are not included in the input tokens. */
export function anthropicUsage(input: number, output: number, cached = 0, written = 0): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
  };
}

/** Returns a complete message as Anthropic sends it. */
export function anthropicMessage(content: object[], usage: object, stop_reason = "end_turn"): string {
  return JSON.stringify({
    id: "msg_up",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  });
}

/** Returns one event of a streamed message. */
export function anthropicEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** Returns the event that starts a message. */
export function anthropicStart(usage: object): string {
  const message = {
    id: "msg_up",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return anthropicEvent("message_start", { message });
}

/** Returns the events of one text block, one event per chunk. */
export function anthropicText(pieces: string[], index = 0): string {
  const deltas = pieces.map((text) =>
    anthropicEvent("content_block_delta", { index, delta: { type: "text_delta", text } }),
  );
  return (
    anthropicEvent("content_block_start", { index, content_block: { type: "text", text: "" } }) +
    deltas.join("") +
    anthropicEvent("content_block_stop", { index })
  );
}

/** Returns the events of one tool call. */
export function anthropicTool(id: string, name: string, pieces: string[], index: number): string {
  const deltas = pieces.map((partial_json) =>
    anthropicEvent("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } }),
  );
  return (
    anthropicEvent("content_block_start", {
      index,
      content_block: { type: "tool_use", id, name, input: {} },
    }) +
    deltas.join("") +
    anthropicEvent("content_block_stop", { index })
  );
}

/** Returns the events that end a message. */
export function anthropicEnd(usage: object, stop_reason = "end_turn"): string {
  const delta = { stop_reason, stop_sequence: null };
  return anthropicEvent("message_delta", { delta, usage }) + anthropicEvent("message_stop", {});
}
