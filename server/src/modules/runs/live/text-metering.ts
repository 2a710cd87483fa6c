import { MESSAGE_FIELDS } from "@stoa/contract";
import { countText, countTexts, TooMuchWork, WorkFailed } from "@stoa/gateway";
import type { JsonValue } from "@stoa/runtime/protocol";
import { AppError } from "../../../platform/http/app-error.ts";

/** The token counter only estimates longer text, so longer text is counted in chunks of this length. */
const CHUNK_CHARS = 200_000;
/**
 * While text streams, the tokens of chunks of this length are final. The last chunk is counted again with the text that
 * follows.
 */
const TAIL_CHARS = 480;

function splitText(text: string): string[] {
  if (text.length <= CHUNK_CHARS) return [text];
  const count = Math.ceil(text.length / CHUNK_CHARS);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * CHUNK_CHARS, (index + 1) * CHUNK_CHARS),
  );
}

/**
 * Returns the number of o200k tokens of text of any length. Worker threads count long text, and owners take turns.
 * Without an owner, the text counts as the server's own.
 */
export function countTokens(text: string, owner?: string): Promise<number> {
  return countAll([text], owner);
}

/** @throws AppError 429 if too much text of one owner waits to be counted, 413 if the text cannot be counted in time */
async function countAll(texts: readonly string[], owner = "server"): Promise<number> {
  try {
    return await countTexts(texts.flatMap(splitText), owner);
  } catch (error) {
    if (error instanceof TooMuchWork) throw tooMuchAtOnce(error);
    if (error instanceof WorkFailed)
      throw new AppError(
        413,
        "too_large",
        "Counting the tokens of this text takes too long. Send less text at once.",
        {
          cause: error,
        },
      );
    throw error;
  }
}

function tooMuchAtOnce(cause: TooMuchWork): AppError {
  return new AppError(
    429,
    "rate_limited",
    "Too much of your text is waiting to be counted. Please try again in 2 seconds.",
    {
      headers: { "retry-after": "2" },
      cause,
    },
  );
}

/**
 * Returns the number of o200k tokens of a run's output. Unlike an input, an output is never refused: if its owner
 * already has too much text waiting, the output counts as the server's own. If it cannot be counted in time, its length
 * in bytes is used, which is never less than its number of tokens.
 */
export async function countOutput(text: string, owner?: string): Promise<number> {
  try {
    return await countTokens(text, owner);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.status === 413 || owner === undefined) return Buffer.byteLength(text);
    return countOutput(text);
  }
}

/**
 * Returns the number of o200k tokens of an input. The message is counted as text, and only once if it is sent under
 * several names. Everything else is counted as the JSON that the agent receives, because names and numbers can contain
 * as much information as text.
 */
export async function countInput(input: { [key: string]: JsonValue }, owner?: string): Promise<number> {
  const messages = new Set<string>();
  const rest: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(input)) {
    const isMessage = MESSAGE_FIELDS.some((field) => field === name) && typeof value === "string";
    if (isMessage) messages.add(value);
    else rest.push([name, value]);
  }
  const texts = [...messages];
  if (rest.length > 0) texts.push(JSON.stringify(Object.fromEntries(rest)));
  return countAll(texts, owner);
}

/** Returns the text of an output that is counted: a string unchanged, and everything else as JSON. */
export function toOutputText(output: JsonValue): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output);
}

/** Counts text while it streams. The size of the chunks hardly changes the total. */
export class StreamedText {
  text = "";
  #committed = 0;
  #tail = "";
  tokens = 0;
  readonly #owner: string | undefined;

  /** `owner` is the account that takes turns with other accounts when text is counted. */
  constructor(owner?: string) {
    this.#owner = owner;
  }

  async push(chunk: string): Promise<number> {
    this.text += chunk;
    this.#tail += chunk;
    if (this.#tail.length >= TAIL_CHARS) {
      const blank = this.#tail.lastIndexOf(" ");
      const at = blank > 0 ? blank : this.#tail.length;
      const counted = this.#tail.slice(0, at);
      this.#tail = this.#tail.slice(at);
      this.#committed += await countOutput(counted, this.#owner);
    }
    const left = this.#tail === "" ? 0 : await countOutput(this.#tail, this.#owner);
    this.tokens = this.#committed + left;
    return this.tokens;
  }
}

/** Returns as much of the beginning of `text` as `tokens` tokens cover, without splitting a character. */
export async function cutToTokens(text: string, tokens: number): Promise<string> {
  let kept = 0;
  for (let left = Math.max(0, tokens); kept < text.length && left > 0; ) {
    const chunk = text.slice(kept, kept + TAIL_CHARS);
    const size = await countText(chunk);
    if (size > left) {
      kept += await countFittingChars(chunk, left);
      break;
    }
    kept += chunk.length;
    left -= size;
  }
  const last = text.charCodeAt(kept - 1);
  const splitsPair = kept < text.length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? kept - 1 : kept);
}

/**
 * Returns how many characters of `text` have at most `tokens` tokens, by bisection. Decoding only these tokens would
 * take less code, but they could end within a character, and the decoder would carry the rest into the next text.
 */
async function countFittingChars(text: string, tokens: number): Promise<number> {
  let fits = 0;
  let passes = text.length;
  while (passes - fits > 1) {
    const middle = (fits + passes) >> 1;
    if ((await countText(text.slice(0, middle))) <= tokens) fits = middle;
    else passes = middle;
  }
  return fits;
}
