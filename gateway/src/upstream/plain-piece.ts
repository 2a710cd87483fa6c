/** A chunk of a streamed answer that contains only content. */
export interface PlainPiece {
  id: string;
  created: number;
  model: string;
  choices: [{ delta: { content: string } }];
}

/** Fields other than `content` that may contain text from the model. */
const NOT_PLAIN = ["refusal", "reasoning", "reasoning_content", "tool_calls"] as const;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const isLabel = (value: unknown, most: number): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= most;

function isPlainPiece(document: unknown): document is PlainPiece {
  if (!isObject(document) || (document.usage ?? undefined) !== undefined) return false;
  const { id, created, model, choices } = document;
  if (!isLabel(id, 256) || !isLabel(model, 128) || !Number.isSafeInteger(created)) return false;
  if (!Array.isArray(choices) || choices.length !== 1) return false;
  const choice: unknown = choices[0];
  if (!isObject(choice) || "message" in choice || (choice.finish_reason ?? undefined) !== undefined)
    return false;
  const { delta } = choice;
  if (!isObject(delta) || typeof delta.content !== "string") return false;
  return NOT_PLAIN.every((name) => (delta[name] ?? undefined) === undefined);
}

/**
 * Parses a typical chunk without a schema, or returns undefined for any other chunk. Nearly all events of a stream are
 * a few letters in the same JSON structure, and checking a schema would take most of the time of a stream.
 */
export function readPlainPiece(document: unknown): PlainPiece | undefined {
  if (!isPlainPiece(document)) return undefined;
  const { id, created, model, choices } = document;
  return { id, created, model, choices: [{ delta: { content: choices[0].delta.content } }] };
}
