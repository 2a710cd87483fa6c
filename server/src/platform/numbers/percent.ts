/** Percent with one decimal; null before anything was measured (reading 13). */
export function percent(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * 1000) / 10;
}
