const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function formatAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** Formats a relative time: up to 5 minutes "Just now", then minutes, hours, days. */
export function formatRelativeTime(iso: string, now: number = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  if (elapsed <= 5 * MINUTE) return "Just now";
  if (elapsed < HOUR) return formatAgo(Math.floor(elapsed / MINUTE), "minute");
  if (elapsed < DAY) return formatAgo(Math.floor(elapsed / HOUR), "hour");
  return formatAgo(Math.floor(elapsed / DAY), "day");
}

const padTwo = (value: number): string => String(value).padStart(2, "0");

/** Formats a local date and time in sortable form: 2026-11-21 02:40. */
export function formatTimestamp(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())} ${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`;
}

/** Formats a day: 21 Nov 2026. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}
