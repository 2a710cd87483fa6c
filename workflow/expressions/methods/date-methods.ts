import type { Run } from "../interpreter/run.ts";
import { toNumber } from "../values/conversions.ts";
import { formatDateTime, formatDay, formatTime } from "../values/date-text.ts";
import { defineMethods, type Method } from "./method.ts";
import { FORMAT_COST } from "./number-methods.ts";

const PARTS = ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"] as const;

/** Defines the methods for a part of a date. The local time is UTC, so `getHours` is `getUTCHours`. */
function definePartMethods(): Record<string, Method> {
  const table: Record<string, Method> = {};
  for (const part of [...PARTS, "Day"] as const) {
    const get: Method = (_run, self) => (self as Date)[`getUTC${part}`]();
    table[`get${part}`] = get;
    table[`getUTC${part}`] = get;
  }
  for (const part of PARTS) {
    const set: Method = (run, self, args) => {
      const numbers = args.map((arg) => toNumber(run, arg));
      const change: (this: Date, ...values: number[]) => number = Date.prototype[`setUTC${part}`];
      return change.apply(self as Date, numbers);
    };
    table[`set${part}`] = set;
    table[`setUTC${part}`] = set;
  }
  return table;
}

function formatLocalized(method: "toLocaleString" | "toLocaleDateString" | "toLocaleTimeString") {
  return (run: Run, self: Date, [locale, options]: readonly unknown[]) => {
    run.spend(FORMAT_COST);
    return self[method]((locale as string | undefined) ?? "en-US", {
      timeZone: "UTC",
      ...(options as Intl.DateTimeFormatOptions | undefined),
    });
  };
}

export const DATE_METHODS = defineMethods<Date>({
  ...definePartMethods(),
  getTime: (_run, self) => self.getTime(),
  valueOf: (_run: Run, self: Date) => self.getTime(),
  getTimezoneOffset: () => 0,
  getYear: (_run, self) => self.getUTCFullYear() - 1900,
  setTime: (run, self, [time]) => self.setTime(toNumber(run, time)),
  toISOString: (_run, self) => self.toISOString(),
  toJSON: (_run, self) => self.toJSON(),
  toUTCString: (_run, self) => self.toUTCString(),
  toGMTString: (_run, self) => self.toUTCString(),
  toString: (_run: Run, self: Date) => formatDateTime(self),
  toDateString: (_run, self) => formatDay(self),
  toTimeString: (_run, self) => formatTime(self),
  toLocaleString: formatLocalized("toLocaleString"),
  toLocaleDateString: formatLocalized("toLocaleDateString"),
  toLocaleTimeString: formatLocalized("toLocaleTimeString"),
});
