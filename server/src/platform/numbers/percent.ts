/** Returns a percentage with one decimal place, or null if nothing has been measured. */
export function computePercent(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * 1000) / 10;
}
