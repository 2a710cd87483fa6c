/** One dot of a glyph: column and row from 0 to 6, radius in cells. */
interface GlyphDot {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

const SIZE = 7;
const HALF = 4;
const RADII = [0, 0, 0.16, 0.3, 0.3, 0.42] as const;

function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

function* generateRandom(seed: number): Generator<number, never> {
  let state = seed || 1;
  for (;;) {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    yield ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
    state = (state + 0x6d2b79f5) | 0;
  }
}

/**
 * Returns the dots of an agent's glyph: 7 x 7, mirrored left to right. The same id and framework always give the same
 * glyph, because people recognize an agent by it.
 */
export function createGlyphDots(agentId: string | number, framework: string): readonly GlyphDot[] {
  const random = generateRandom(hashSeed(`${framework.toLowerCase()}/${agentId}`));
  const dots: GlyphDot[] = [];
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < HALF; x += 1) {
      const r = RADII[Math.floor(random.next().value * RADII.length)] ?? 0;
      if (r === 0) continue;
      dots.push({ x, y, r });
      if (x !== SIZE - 1 - x) dots.push({ x: SIZE - 1 - x, y, r });
    }
  }
  return dots;
}
