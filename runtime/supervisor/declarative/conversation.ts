/** A conversation with a model, in the form of OpenAI's chat completions. */
export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export type Message =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: ToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** What a model said in one turn. */
export interface Turn {
  text: string;
  calls: ToolCall[];
  /** The model that answered, by its own name. */
  model: string;
}
