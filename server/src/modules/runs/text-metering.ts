import { MESSAGE_FIELDS } from "@stoa/contract";
import { countText } from "@stoa/gateway";
import type { JsonValue } from "@stoa/runtime/protocol";

/** The counter bounds what is longer from above instead of counting it; in pieces, everything is counted. */
const PIECE_CHARS = 200_000;
/** Text is committed in pieces this long while it streams; the last piece is counted again with what follows. */
const TAIL_CHARS = 480;

/** o200k tokens of a text of any length (reading 16), letting other work go on meanwhile. */
export async function countTokens(text: string): Promise<number> {
  let tokens = 0;
  for (let start = 0; start < text.length; start += PIECE_CHARS)
    tokens += await countText(text.slice(start, start + PIECE_CHARS));
  return tokens;
}

/**
 * Returns the o200k tokens of an input. The message is counted as its text, once even if it is sent under several of its
 * names. Everything else is counted as the JSON that the agent receives: names and numbers carry as much as texts.
 */
export async function countInput(input: { [key: string]: JsonValue }): Promise<number> {
  const messages = new Set<string>();
  const rest: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(input)) {
    const isMessage = MESSAGE_FIELDS.some((field) => field === name) && typeof value === "string";
    if (isMessage) messages.add(value);
    else rest.push([name, value]);
  }
  const texts = [...messages];
  if (rest.length > 0) texts.push(JSON.stringify(Object.fromEntries(rest)));
  let tokens = 0;
  for (const text of texts) tokens += await countTokens(text);
  return tokens;
}

/** An output as the text that is counted: texts as they are, everything else as JSON. */
export function outputText(output: JsonValue): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output);
}

/** Counts a text while it streams, piece by piece, to the same figure however small the pieces are. */
export class StreamedText {
  text = "";
  #committed = 0;
  #tail = "";
  tokens = 0;

  async push(piece: string): Promise<number> {
    this.text += piece;
    this.#tail += piece;
    this.tokens = this.#committed + (await countTokens(this.#tail));
    if (this.#tail.length >= TAIL_CHARS) {
      const blank = this.#tail.lastIndexOf(" ");
      const at = blank > 0 ? blank : this.#tail.length;
      this.#committed += await countTokens(this.#tail.slice(0, at));
      this.#tail = this.#tail.slice(at);
    }
    return this.tokens;
  }
}

/** The beginning of a text that has at most `tokens` tokens. */
export async function cutToTokens(text: string, tokens: number): Promise<string> {
  let kept = 0;
  for (let left = Math.max(0, tokens); kept < text.length && left > 0; ) {
    const piece = text.slice(kept, kept + TAIL_CHARS);
    const size = await countText(piece);
    if (size > left) {
      kept += await fittingChars(piece, left);
      break;
    }
    kept += piece.length;
    left -= size;
  }
  const last = text.charCodeAt(kept - 1);
  const splitsPair = kept < text.length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? kept - 1 : kept);
}

/**
 * The most characters of a short text that have at most `tokens` tokens, by halving. Decoding a part of its
 * tokens would be shorter, but may end within a character, and the tokenizer's decoder then carries the rest of
 * it into the next text.
 */
async function fittingChars(text: string, tokens: number): Promise<number> {
  let fits = 0;
  let passes = text.length;
  while (passes - fits > 1) {
    const middle = (fits + passes) >> 1;
    if ((await countText(text.slice(0, middle))) <= tokens) fits = middle;
    else passes = middle;
  }
  return fits;
}
