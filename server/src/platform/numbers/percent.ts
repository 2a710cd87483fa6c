/** Returns percent with one decimal, or null before anything was measured. */
export function percent(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * 1000) / 10;
}
