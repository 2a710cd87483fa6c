/** The largest value of a signed byte. */
const SCALE = 127;

function computeLength(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < vector.length; place++) sum += (vector[place] ?? 0) ** 2;
  return Math.sqrt(sum);
}

/**
 * Returns the mean direction of vectors, each with the same weight; an empty list if there are no
 * vectors.
 */
export function computeMean(vectors: readonly (readonly number[])[]): number[] {
  const lengths = vectors.map(computeLength);
  return (vectors[0] ?? []).map((_, place) =>
    vectors.reduce((sum, vector, which) => sum + (vector[place] ?? 0) / (lengths[which] || 1), 0),
  );
}

/**
 * Converts a vector to one signed byte per dimension, the largest at full scale. It takes a quarter of the memory,
 * keeps only the direction, and changes cosines in the third digit.
 */
export function toBytes(vector: readonly number[]): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => Math.round((value / (largest || 1)) * SCALE));
}

/** A vector that is compared with others many times. */
export interface Direction {
  bytes: Int8Array;
  length: number;
}

export function computeDirection(bytes: Int8Array): Direction {
  return { bytes, length: computeLength(bytes) };
}

/**
 * Returns the cosine of two directions, -1 to 1; 0 if their numbers of dimensions differ or one of
 * the vectors has length 0.
 */
export function computeCosine(one: Direction, other: Direction): number {
  const [left, right] = [one.bytes, other.bytes];
  if (left.length !== right.length || one.length === 0 || other.length === 0) return 0;
  let sum = 0;
  // `| 0` keeps it a machine integer, which is a third faster. It overflows only beyond 120,000 dimensions.
  for (let place = 0; place < left.length; place++)
    sum = (sum + (left[place] as number) * (right[place] as number)) | 0;
  return sum / (one.length * other.length);
}
