import { setImmediate as nextTurn } from "node:timers/promises";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { CountedTexts } from "./counted-texts.ts";

/** Text such as <|endoftext|> is what somebody wrote, never a control token. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Byte-pair merging takes time that grows with the square of an unbroken run of letters (100,000 times "a"
 * took 6 s): text is counted in slices of this many characters. A cut within a word adds at most one token.
 */
const SLICE_CHARS = 512;
/** A slice ends at a blank found this close to its end, so that an ordinary text is counted exactly. */
const BLANK_WITHIN_CHARS = 96;
/** One slice takes 0.5 ms at worst: after 8 ms others get a turn. */
const SLICES_PER_TURN = 16;
/**
 * Beyond this length a text is not tokenised but bounded, so that one call cannot keep a core busy: 256k
 * characters take 10 ms as prose and a quarter of a second at worst.
 */
const COUNTED_CHARS = 262_144;
/** Prose has 4 to 5 bytes a token, code about 3, random letters 2. */
const BYTES_PER_TOKEN_BOUND = 2;

const lately = new CountedTexts();

function sliceEnd(text: string, start: number): number {
  const end = start + SLICE_CHARS;
  if (end >= text.length) return text.length;
  const blank = text.lastIndexOf(" ", end);
  if (blank > end - BLANK_WITHIN_CHARS) return blank;
  const code = text.charCodeAt(end);
  const splitsPair = code >= 0xdc00 && code <= 0xdfff;
  return splitsPair ? end - 1 : end;
}

/** o200k tokens of a text that is known to be short, such as one piece of a stream. */
export function countShortText(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = sliceEnd(text, start);
    tokens += countTokens(text.slice(start, end), AS_PLAIN_TEXT);
    start = end;
  }
  return tokens;
}

/**
 * o200k tokens of a text of any length (reading 16): counted up to 262,144 characters, bounded from above
 * beyond that. Lets other work go on in between.
 */
export async function countText(text: string): Promise<number> {
  const known = lately.get(text);
  if (known !== undefined) return known;
  const tokens = await countAfresh(text);
  lately.set(text, tokens);
  return tokens;
}

async function countAfresh(text: string): Promise<number> {
  if (text.length <= SLICE_CHARS) return countTokens(text, AS_PLAIN_TEXT);
  const counted = Math.min(text.length, COUNTED_CHARS);
  let tokens = Math.ceil(Buffer.byteLength(text.slice(counted)) / BYTES_PER_TOKEN_BOUND);
  let slices = 0;
  for (let start = 0; start < counted; ) {
    const end = Math.min(sliceEnd(text, start), counted);
    tokens += countTokens(text.slice(start, end), AS_PLAIN_TEXT);
    start = end;
    slices += 1;
    if (slices % SLICES_PER_TURN === 0) await nextTurn();
  }
  return tokens;
}
