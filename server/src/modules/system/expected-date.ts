/** Returns a date such as `Q2 2025` while its quarter has not ended, in UTC, else null. Other words stay. */
export function leaveOutPast(expected: string, now: Date): string | null {
  const [, quarter, year] = /^Q([1-4]) (\d{4})$/.exec(expected) ?? [];
  if (quarter === undefined) return expected;
  return Date.UTC(Number(year), Number(quarter) * 3) <= now.getTime() ? null : expected;
}
