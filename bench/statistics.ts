/** Returns the value below which the given share (0 to 1) of the values lies. */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const getMedian = (values: readonly number[]): number => getPercentile(values, 0.5);
