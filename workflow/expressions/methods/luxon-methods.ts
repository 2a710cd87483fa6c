import { DateTime, Duration, type Interval } from "luxon";
import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { refuseForbidden } from "../values/forbidden-names.ts";
import { defineMethods, type Method } from "./method.ts";

/** The maximum length of a format. Longer formats take seconds, and no date needs one. */
const MAX_FORMAT = 1_000;

/**
 * Returns checked arguments for Luxon.
 * @throws ExpressionError for strings that are too long or are forbidden names, because Luxon looks up names in its own
 * objects
 */
export function readLuxonArguments(run: Run, args: readonly unknown[]): unknown[] {
  for (const arg of args) {
    if (typeof arg !== "string") continue;
    if (arg.length > MAX_FORMAT)
      throw new ExpressionError("a date or its format is longer than 1,000 characters");
    refuseForbidden(arg);
  }
  run.spend(10);
  return [...args];
}

function passOn(names: readonly string[]): Record<string, Method> {
  return Object.fromEntries(
    names.map((name): [string, Method] => [
      name,
      (run, self, args) => {
        const method = (self as Record<string, (...args: unknown[]) => unknown>)[name];
        return method?.apply(self, readLuxonArguments(run, args));
      },
    ]),
  );
}

/** Luxon's names for the machine's time zone, which is the workflow's here. */
const LOCAL_ZONES = new Set<unknown>([undefined, null, "local", "default", "system"]);

export const DATE_TIME_METHODS = defineMethods<DateTime>({
  ...passOn([
    "diff",
    "diffNow",
    "endOf",
    "equals",
    "getPossibleOffsets",
    "hasSame",
    "reconfigure",
    "resolvedLocaleOptions",
    "set",
    "setLocale",
    "startOf",
    "toBSON",
    "toFormat",
    "toHTTP",
    "toISO",
    "toISODate",
    "toISOTime",
    "toISOWeekDate",
    "toJSDate",
    "toJSON",
    "toLocaleParts",
    "toMillis",
    "toObject",
    "toRFC2822",
    "toSQL",
    "toSQLDate",
    "toSQLTime",
    "toSeconds",
    "toString",
    "toUTC",
    "toUnixInteger",
    "until",
    "valueOf",
  ]),
  get: (run, self, [unit]) => DATE_TIME_PROPERTIES.get(String(unit))?.(run, self, []),
  setZone: (run, self, args) => {
    const [zone, options] = readLuxonArguments(run, args);
    return self.setZone(
      LOCAL_ZONES.has(zone) ? run.scope.workflow.timezone : (zone as string),
      options as object,
    );
  },
  toLocaleString: (run: Run, self: DateTime, args: readonly unknown[]) => {
    const [format, options] = readLuxonArguments(run, args);
    // Luxon ignores a locale in the place of the format.
    if (typeof format === "string" && options === undefined) return self.toLocaleString();
    return typeof format === "string"
      ? self.toLocaleString(options as object, { locale: format })
      : self.toLocaleString(format as object | undefined, options as object | undefined);
  },
  toLocal: (run, self) => self.setZone(run.scope.workflow.timezone),
  toRelative: (run, self, [options]) =>
    self.toRelative({ base: toLocalZone(run), ...(options as object | undefined) }),
  toRelativeCalendar: (run, self, [options]) =>
    self.toRelativeCalendar({ base: toLocalZone(run), ...(options as object | undefined) }),
});

/** Returns the current time in the workflow's time zone. */
export function toLocalZone(run: Run): DateTime {
  return setZone(run, run.scope.now());
}

export function setZone(run: Run, date: Date): DateTime {
  return DateTime.fromJSDate(date, { zone: run.scope.workflow.timezone }).setLocale("en-US");
}

export const DURATION_METHODS = defineMethods<Duration>(
  passOn([
    "as",
    "equals",
    "minus",
    "negate",
    "normalize",
    "plus",
    "reconfigure",
    "removeZeros",
    "rescale",
    "set",
    "shiftTo",
    "shiftToAll",
    "toFormat",
    "toHuman",
    "toISO",
    "toISOTime",
    "toJSON",
    "toMillis",
    "toObject",
    "toString",
    "valueOf",
  ]),
);

/** The maximum number of parts of an interval, enough for every day of many decades. */
const MAX_PIECES = 50_000;

export const INTERVAL_METHODS = defineMethods<Interval>({
  ...passOn([
    "contains",
    "count",
    "difference",
    "engulfs",
    "equals",
    "hasSame",
    "intersection",
    "isAfter",
    "isBefore",
    "isEmpty",
    "length",
    "overlaps",
    "set",
    "toDuration",
    "toFormat",
    "toISO",
    "toISODate",
    "toISOTime",
    "toLocaleString",
    "toString",
    "union",
  ]),
  splitBy: (_run, self, [step]) => {
    const duration = Duration.isDuration(step) ? step : Duration.fromObject(step as object);
    if (!(self.length() / duration.toMillis() <= MAX_PIECES)) refusePieces();
    return self.splitBy(duration);
  },
  divideEqually: (_run, self, [count]) => {
    if (!(Number(count) <= MAX_PIECES)) refusePieces();
    return self.divideEqually(Number(count));
  },
});

function refusePieces(): never {
  throw new ExpressionError("an interval in it is split into more than 50,000 parts");
}

function read(names: readonly string[]): ReadonlyMap<string, Method> {
  return new Map(
    names.map((name): [string, Method] => [name, (_run, self) => (self as Record<string, unknown>)[name]]),
  );
}

const UNITS = ["years", "quarters", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds"];

export const DURATION_PROPERTIES = read([...UNITS, "isValid", "invalidReason", "locale"]);
export const INTERVAL_PROPERTIES = read(["start", "end", "isValid", "invalidReason"]);
export const DATE_TIME_PROPERTIES: ReadonlyMap<string, Method> = new Map([
  ...read([
    "c",
    "day",
    "daysInMonth",
    "daysInYear",
    "hour",
    "invalidExplanation",
    "invalidReason",
    "isInDST",
    "isInLeapYear",
    "isOffsetFixed",
    "isValid",
    "isWeekend",
    "locale",
    "localWeekday",
    "localWeekNumber",
    "localWeekYear",
    "millisecond",
    "minute",
    "month",
    "monthLong",
    "monthShort",
    "numberingSystem",
    "offset",
    "offsetNameLong",
    "offsetNameShort",
    "ordinal",
    "outputCalendar",
    "quarter",
    "second",
    "ts",
    "weekNumber",
    "weekYear",
    "weekday",
    "weekdayLong",
    "weekdayShort",
    "weeksInWeekYear",
    "year",
    "zoneName",
  ]),
  [
    "zone",
    (_run, self) => ({ zoneName: (self as DateTime).zoneName, valid: (self as DateTime).zone.isValid }),
  ],
]);
