/** Returns the result of `String(date)` on a server in UTC, so that runs are the same on every machine. */
export function formatDateTime(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  return `${formatDay(date)} ${formatTime(date)}`;
}

export function formatDay(date: Date): string {
  const [weekday, day, month, year] = date.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${month} ${day} ${year}`;
}

export function formatTime(date: Date): string {
  return `${date.toISOString().slice(11, 19)} GMT+0000 (Coordinated Universal Time)`;
}

/** Matches dates with a time zone, and dates without a time, which JavaScript treats as UTC. */
const ABSOLUTE = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d|[+-]\d\d)(?:\s*\([^)]*\))?$|^[+-]?\d{4,6}(?:-\d\d){0,2}$/i;

/** Parses a date as `new Date(text)` does if the local time is UTC. */
export function parseDate(text: string): Date {
  const read = new Date(text);
  if (Number.isNaN(read.getTime()) || ABSOLUTE.test(text.trim())) return read;
  return new Date(
    Date.UTC(
      read.getFullYear(),
      read.getMonth(),
      read.getDate(),
      read.getHours(),
      read.getMinutes(),
      read.getSeconds(),
      read.getMilliseconds(),
    ),
  );
}
