import { createHmac, randomBytes } from "node:crypto";

/**
 * The number of characters per slice. The time for byte-pair merging grows with the square of an unbroken run of
 * letters (100,000 times "a" took 6 s), so text is counted in slices. A cut within a word adds at most one token.
 */
const SLICE_CHARS = 512;
/** A slice ends at a space if there is one this close to its end, so that ordinary text is counted exactly. */
const BLANK_WITHIN_CHARS = 96;

/**
 * The length above which a run without white space is estimated from samples, because it is base64, minified code or
 * noise rather than prose. A page of Chinese, which has no spaces, has about 1,000 characters.
 */
const LONG_RUN_CHARS = 16_384;
/**
 * The number of samples. Their total size equals the size of the shortest run that is sampled. For base64, the
 * result is within 2 % of the exact count.
 */
const SAMPLES = LONG_RUN_CHARS / SLICE_CHARS;

/**
 * Determines the positions of the samples. It is secret, because anyone who knew the positions could write text that
 * has fewer tokens there than elsewhere. Each process creates a new key: a text is counted once, when it is charged, so two
 * counts of the same text (which differ by 2 % at most) need not be equal.
 */
const SAMPLING_KEY = randomBytes(32);

/** A slice of text to count, and its weight: 1, or more for samples of a long run. */
export interface Slice {
  text: string;
  weight: number;
}

function sliceEnd(text: string, start: number): number {
  const end = start + SLICE_CHARS;
  if (end >= text.length) return text.length;
  const blank = text.lastIndexOf(" ", end);
  if (blank > end - BLANK_WITHIN_CHARS) return blank;
  const code = text.charCodeAt(end);
  const splitsPair = code >= 0xdc00 && code <= 0xdfff;
  return splitsPair ? end - 1 : end;
}

/**
 * Yields slices of `text`. The sum of their tokens, each multiplied by its weight, is the count of the whole text. Text
 * whose runs without white space have at most 16,384 characters is counted completely.
 */
export function* sliceText(text: string): Generator<Slice> {
  if (text.length <= SLICE_CHARS) {
    yield { text, weight: 1 };
    return;
  }
  let runEnd = 0;
  for (let start = 0; start < text.length; ) {
    if (start >= runEnd) runEnd = endOfRun(text, start);
    if (runEnd - start > LONG_RUN_CHARS) {
      yield* sampleRun(text.slice(start, runEnd));
      start = runEnd;
      continue;
    }
    const end = sliceEnd(text, start);
    yield { text: text.slice(start, end), weight: 1 };
    start = end;
  }
}

/**
 * Returns the end of a run of characters without white space. A run may start with the space before its first word.
 */
function endOfRun(text: string, start: number): number {
  const blank = /\s/g;
  blank.lastIndex = start + 1;
  return blank.exec(text)?.index ?? text.length;
}

/**
 * Yields one sample from each of 32 equal segments. The position depends on the entire run and the key, so that the
 * same text has the same count within a process.
 */
function* sampleRun(run: string): Generator<Slice> {
  const places = createHmac("sha256", SAMPLING_KEY).update(run).digest();
  const stretch = run.length / SAMPLES;
  const weight = run.length / (SAMPLES * SLICE_CHARS);
  for (let index = 0; index < SAMPLES; index += 1) {
    const within = ((places[index] ?? 0) / 256) * (stretch - SLICE_CHARS);
    const start = Math.floor(index * stretch + within);
    yield { text: run.slice(start, start + SLICE_CHARS), weight };
  }
}
