/** Returns token counts as Anthropic sends them: cache tokens are not included in the input tokens. */
export function buildAnthropicUsage(input: number, output: number, cached = 0, written = 0): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
  };
}

/** Returns a complete message as Anthropic sends it. */
export function buildAnthropicMessage(content: object[], usage: object, stop_reason = "end_turn"): string {
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
export function buildAnthropicEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** Returns the event that starts a message. */
export function buildAnthropicStart(usage: object): string {
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
  return buildAnthropicEvent("message_start", { message });
}

/** Returns the events of one text block, one event per chunk. */
export function buildAnthropicText(pieces: string[], index = 0): string {
  const deltas = pieces.map((text) =>
    buildAnthropicEvent("content_block_delta", { index, delta: { type: "text_delta", text } }),
  );
  return (
    buildAnthropicEvent("content_block_start", { index, content_block: { type: "text", text: "" } }) +
    deltas.join("") +
    buildAnthropicEvent("content_block_stop", { index })
  );
}

/** Returns the events of one tool call. */
export function buildAnthropicTool(id: string, name: string, pieces: string[], index: number): string {
  const deltas = pieces.map((partial_json) =>
    buildAnthropicEvent("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } }),
  );
  return (
    buildAnthropicEvent("content_block_start", {
      index,
      content_block: { type: "tool_use", id, name, input: {} },
    }) +
    deltas.join("") +
    buildAnthropicEvent("content_block_stop", { index })
  );
}

/** Returns the events that end a message. */
export function buildAnthropicEnd(usage: object, stop_reason = "end_turn"): string {
  const delta = { stop_reason, stop_sequence: null };
  return buildAnthropicEvent("message_delta", { delta, usage }) + buildAnthropicEvent("message_stop", {});
}
