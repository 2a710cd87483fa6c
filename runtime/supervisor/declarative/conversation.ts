/** A conversation with a model, in the form of OpenAI's chat completions. */
export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** What a person says or shows. */
export type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string; detail?: "auto" | "low" | "high" } };

export type Message =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ContentPart[] }
  | { role: "assistant"; content: string | null; tool_calls?: ToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** What a model said in one turn. */
export interface Turn {
  text: string;
  calls: ToolCall[];
  /** The model that answered, by its own name. */
  model: string;
}
