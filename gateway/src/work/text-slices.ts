import { createHmac, randomBytes } from "node:crypto";

/**
 * Byte-pair merging takes time that grows with the square of an unbroken run of letters (100,000 times "a"
 * took 6 s): text is counted in slices of this many characters. A cut within a word adds at most one token.
 */
const SLICE_CHARS = 512;
/** A slice ends at a blank found this close to its end, so that ordinary text is counted exactly. */
const BLANK_WITHIN_CHARS = 96;

/**
 * A run without any white space that is longer than this is no text that people write, but base64, minified code or
 * noise: it is measured by samples. A page of Chinese, which has no blanks, has about 1,000 characters.
 */
const LONG_RUN_CHARS = 16_384;
/** As much as the shortest run that is measured by samples holds. For base64 they are within 2 % of the exact count. */
const SAMPLES = LONG_RUN_CHARS / SLICE_CHARS;

/**
 * Decides where samples are taken. It is a secret, because a person who knew the places could write a text that is cheaper
 * there than elsewhere. It is new at each start and on each node: a text is counted when it is charged, never again later,
 * so that two counts of the same text, which differ by 2 % at most, need not be equal.
 */
const SAMPLING_KEY = randomBytes(32);

/** A part of a text to be counted, and how often it counts: 1, or more for the samples of a long run. */
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
 * Yields the slices of a text whose tokens, each multiplied by its weight, add up to the text's. Text whose runs without
 * white space have at most 16,384 characters is counted whole.
 */
export function* slicesOf(text: string): Generator<Slice> {
  if (text.length <= SLICE_CHARS) {
    yield { text, weight: 1 };
    return;
  }
  let runEnd = 0;
  for (let start = 0; start < text.length; ) {
    if (start >= runEnd) runEnd = endOfRun(text, start);
    if (runEnd - start > LONG_RUN_CHARS) {
      yield* samplesOf(text.slice(start, runEnd));
      start = runEnd;
      continue;
    }
    const end = sliceEnd(text, start);
    yield { text: text.slice(start, end), weight: 1 };
    start = end;
  }
}

/** A slice may begin with the blank before its first word. */
function endOfRun(text: string, start: number): number {
  const blank = /\s/g;
  blank.lastIndex = start + 1;
  return blank.exec(text)?.index ?? text.length;
}

/**
 * Yields one sample of each of 32 equal stretches. Its place in the stretch follows from the whole run and the key, so that
 * the same text counts the same as long as the process runs.
 */
function* samplesOf(run: string): Generator<Slice> {
  const places = createHmac("sha256", SAMPLING_KEY).update(run).digest();
  const stretch = run.length / SAMPLES;
  const weight = run.length / (SAMPLES * SLICE_CHARS);
  for (let index = 0; index < SAMPLES; index += 1) {
    const within = ((places[index] ?? 0) / 256) * (stretch - SLICE_CHARS);
    const start = Math.floor(index * stretch + within);
    yield { text: run.slice(start, start + SLICE_CHARS), weight };
  }
}
