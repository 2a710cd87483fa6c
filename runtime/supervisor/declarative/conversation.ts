/** A tool call of a model, in the format of OpenAI's chat completions. */
export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** Text or an image from a person. */
export type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string; detail?: "auto" | "low" | "high" } };

/** A message of a conversation with a model, in the format of OpenAI's chat completions. */
export type Message =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ContentPart[] }
  | { role: "assistant"; content: string | null; tool_calls?: ToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** The result of one model turn. */
export interface Turn {
  text: string;
  calls: ToolCall[];
  /** The name of the model that answered. */
  model: string;
}
