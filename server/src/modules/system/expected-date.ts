/**
 * Returns a date such as `Q2 2025` until its quarter has ended, in UTC, and null afterward. Other values are returned
 * unchanged.
 */
export function leaveOutPast(expected: string, now: Date): string | null {
  const [, quarter, year] = /^Q([1-4]) (\d{4})$/.exec(expected) ?? [];
  if (quarter === undefined) return expected;
  return Date.UTC(Number(year), Number(quarter) * 3) <= now.getTime() ? null : expected;
}
