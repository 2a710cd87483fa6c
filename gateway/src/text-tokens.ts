import { CountedTexts } from "./counted-texts.ts";
import { gatewayPool } from "./work/gateway-pool.ts";
import { countSlice } from "./work/slice-tokens.ts";
import { type Slice, sliceText } from "./work/text-slices.ts";

/**
 * The number of characters of each text whose tokens are counted. An upper bound is used for the rest, so that one call
 * cannot occupy a processor.
 */
const COUNTED_CHARS = 262_144;
/** A lower bound on the bytes per token: prose has 4 to 5, code about 3, random letters 2. */
const BYTES_PER_TOKEN_BOUND = 2;

/**
 * How long the event loop counts before a thread takes over. This is enough for 30,000 characters of prose. Sending
 * work to a thread takes 0.3 ms, and starting a thread takes 150 ms.
 */
const INLINE_MS = 2;
/**
 * The number of characters in one message to a thread, at most 0.1 s of work. After that, it is other owners' turn.
 */
const PART_CHARS = 32_768;
/** The number of slices in one message to a thread. Copying more slices takes longer than counting them. */
const PART_SLICES = 1_024;

/** The owner of text that the server counts for itself. */
const SERVER = "server";

const lately = new CountedTexts();

/** Returns an upper bound on the tokens of `text`, without counting them. */
export function estimateMaxTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN_BOUND);
}

/**
 * Returns the number of o200k tokens of `text`. Up to 262,144 characters are counted, and an upper bound is used for
 * the rest. Threads count long texts and take turns between owners.
 * @throws TooMuchWork if too much of the owner's work is waiting, WorkFailed if counting takes too long.
 */
export function countText(text: string, owner: string = SERVER): Promise<number> {
  return countTexts([text], owner);
}

/**
 * Returns the total number of o200k tokens of several texts, each counted as in `countText`.
 * @throws TooMuchWork if too much of the owner's work is waiting, WorkFailed if counting takes too long.
 */
export async function countTexts(texts: readonly string[], owner: string): Promise<number> {
  const deadline = performance.now() + INLINE_MS;
  let tokens = 0;
  let part: Slice[] = [];
  let chars = 0;
  for (const text of texts) {
    const cached = lately.get(text);
    if (cached !== undefined) {
      tokens += cached;
      continue;
    }
    let ofText = 0;
    let isWhole = true;
    for (const slice of sliceText(text.slice(0, COUNTED_CHARS))) {
      if (isWhole && performance.now() < deadline) {
        ofText += countSlice(slice.text) * slice.weight;
        continue;
      }
      isWhole = false;
      part.push(slice);
      chars += slice.text.length;
      if (chars < PART_CHARS && part.length < PART_SLICES) continue;
      tokens += await countByThread(part, owner);
      part = [];
      chars = 0;
    }
    if (text.length > COUNTED_CHARS) ofText += estimateMaxTokens(text.slice(COUNTED_CHARS));
    if (isWhole) lately.set(text, Math.ceil(ofText));
    tokens += ofText;
  }
  if (part.length > 0) tokens += await countByThread(part, owner);
  return Math.ceil(tokens);
}

async function countByThread(part: readonly Slice[], owner: string): Promise<number> {
  const texts = part.map(({ text }) => text);
  const counts = await gatewayPool.run<number[]>("countSlices", texts, owner);
  return part.reduce((tokens, { weight }, index) => tokens + (counts[index] ?? 0) * weight, 0);
}
