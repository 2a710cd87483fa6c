import { DateTime, type DateTimeUnit, type DurationUnit } from "luxon";
import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { DATE_TIME_PROPERTIES, readLuxonArguments, toLocalZone } from "../methods/luxon-methods.ts";
import { toNumber } from "../values/conversions.ts";
import { toDateTime } from "./read-date.ts";

type DateFunction = (run: Run, self: Date | DateTime, args: readonly unknown[]) => unknown;

/**
 * Returns the function that adds a duration to a date or subtracts it, as in `plus(3, 'days')` and `plus({ days: 3 })`.
 * If the date is a Date, so is the result.
 */
function addDuration(direction: "plus" | "minus"): DateFunction {
  return (run, self, args) => {
    const [amount, unit = "milliseconds"] = readLuxonArguments(run, args);
    const step =
      typeof amount === "object" || amount === undefined ? amount : { [String(unit)]: toNumber(run, amount) };
    return toSameKind(self, toDateTime(run, self, direction)[direction](step ?? {}));
  };
}

function toSameKind(self: Date | DateTime, result: DateTime): Date | DateTime {
  return self instanceof Date ? result.toJSDate() : result;
}

/** Returns the time from `other` to `date`, which is negative if `other` is later. */
function getDifference(date: DateTime, other: DateTime, unit: unknown): unknown {
  const units = (Array.isArray(unit) ? unit : [unit ?? "days"]) as DurationUnit[];
  const found = date.diff(other, units);
  return units.length > 1 ? found.toObject() : found.as(units[0] ?? "days");
}

function isBetween(run: Run, self: Date | DateTime, args: readonly unknown[]): boolean {
  const [one, other] = args.map((arg) => toDateTime(run, arg, "isBetween").toMillis());
  if (one === undefined || other === undefined) return false;
  const at = toDateTime(run, self, "isBetween").toMillis();
  return Math.min(one, other) < at && at < Math.max(one, other);
}

/** Parts of a date that have a different name in Luxon. */
const PARTS = new Map([["week", "weekNumber"]]);

function extractPart(run: Run, self: Date | DateTime, [part = "week"]: readonly unknown[]): unknown {
  const name = String(part);
  const date = toDateTime(run, self, "extract");
  if (name === "yearDayNumber") return date.toUTC().ordinal;
  const property = [PARTS.get(name) ?? name, name.replace(/s$/, "")].find((key) =>
    DATE_TIME_PROPERTIES.has(key),
  );
  return property && DATE_TIME_PROPERTIES.get(property)?.(run, date, []);
}

/** n8n's functions on dates. Functions that Luxon also has under the same name additionally accept n8n's arguments. */
export const DATE_EXTENSIONS: Record<string, DateFunction> = {
  plus: addDuration("plus"),
  minus: addDuration("minus"),
  beginningOf: (run, self, args) => {
    const [unit = "week"] = readLuxonArguments(run, args);
    return toSameKind(self, toDateTime(run, self, "beginningOf").startOf(unit as DateTimeUnit));
  },
  endOfMonth: (run, self) => toSameKind(self, toDateTime(run, self, "endOfMonth").endOf("month")),
  extract: extractPart,
  format: (run, self, args) => {
    const [format = "yyyy-MM-dd"] = readLuxonArguments(run, args);
    return toDateTime(run, self, "format").toFormat(String(format));
  },
  diffTo: (run, self, [other, unit]) =>
    getDifference(
      toDateTime(run, self, "diffTo"),
      toDateTime(run, other ?? toLocalZone(run), "diffTo"),
      unit,
    ),
  diffToNow: (run, self, [unit]) => getDifference(toDateTime(run, self, "diffToNow"), toLocalZone(run), unit),
  isBetween,
  inBetween: isBetween,
  isInLast: (run, self, [amount = 0, unit = "minutes"]) => {
    const since = toLocalZone(run).minus({ [String(unit)]: toNumber(run, amount) });
    const date = toDateTime(run, self, "isInLast");
    return since < date && date <= toLocalZone(run);
  },
  isDst: (run, self) => toDateTime(run, self, "isDst").isInDST,
  isWeekend: (run, self) => toDateTime(run, self, "isWeekend").weekday > 5,
  isEmpty: () => false,
  isNotEmpty: () => true,
  toDateTime: (run, self) => toDateTime(run, self, "toDateTime"),
  toInt: (run, self) => toDateTime(run, self, "toInt").toMillis(),
  toNumber: (run, self) => toDateTime(run, self, "toNumber").toMillis(),
  toFloat: (run, self) => toDateTime(run, self, "toFloat").toMillis(),
  toBoolean: () => undefined,
  toJsonString: (_run, self) => JSON.stringify(self),
};

/** The format of `toISOString()`. Strings in this format also have the date functions. */
const ISO_INSTANT = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** The date functions for strings in this format. */
export const ISO_TEXT_EXTENSIONS: Record<
  string,
  (run: Run, self: string, args: readonly unknown[]) => unknown
> = Object.fromEntries(
  Object.entries(DATE_EXTENSIONS).map(([name, method]) => [
    name,
    (run: Run, self: string, args: readonly unknown[]) => {
      if (!ISO_INSTANT.test(self))
        throw new ExpressionError(`${name}() can be called on dates, but here it was called on a string`);
      return method(run, DateTime.fromISO(self, { zone: run.scope.workflow.timezone }), args);
    },
  ]),
);
