import { DateTime, Duration, Interval } from "luxon";
import type { Run } from "../interpreter/run.ts";
import { readLuxonArguments, toLocalZone } from "../methods/luxon-methods.ts";
import { Callable } from "../values/callable.ts";
import { Facade } from "../values/facade.ts";
import { defineConstructor, defineFunctions, type HostFunction } from "./make.ts";

/**
 * Returns options for Luxon that set the workflow's time zone and English, regardless of the machine's settings. The
 * author's options take precedence.
 */
function createLocal(run: Run, options: unknown): object {
  return { zone: run.scope.workflow.timezone, locale: "en-US", ...(options as object | undefined) };
}

const READERS = [
  "fromISO",
  "fromSQL",
  "fromHTTP",
  "fromRFC2822",
  "fromMillis",
  "fromSeconds",
  "fromObject",
] as const;

function createReader(name: (typeof READERS)[number]): HostFunction {
  return (run, args) => {
    const [source, options] = readLuxonArguments(run, args);
    return (DateTime[name] as (source: unknown, options: object) => DateTime)(
      source,
      createLocal(run, options),
    );
  };
}

/**
 * Creates a time from its parts, as in `DateTime.local(2026, 1, 31)`, in which the last argument may be an object with
 * options.
 */
function createFromParts(run: Run, args: readonly unknown[], zone: string): DateTime {
  const luxonArguments = readLuxonArguments(run, args);
  const options = typeof luxonArguments.at(-1) === "object" ? luxonArguments.pop() : undefined;
  if (luxonArguments.length === 0) return toLocalZone(run).setZone(zone);
  const make = DateTime.local as (...parts: unknown[]) => DateTime;
  return make(...luxonArguments, { zone, locale: "en-US", ...(options as object | undefined) });
}

const FORMATS = [
  "DATE_FULL",
  "DATE_HUGE",
  "DATE_MED",
  "DATE_MED_WITH_WEEKDAY",
  "DATE_SHORT",
  "DATETIME_FULL",
  "DATETIME_FULL_WITH_SECONDS",
  "DATETIME_HUGE",
  "DATETIME_HUGE_WITH_SECONDS",
  "DATETIME_MED",
  "DATETIME_MED_WITH_SECONDS",
  "DATETIME_MED_WITH_WEEKDAY",
  "DATETIME_SHORT",
  "DATETIME_SHORT_WITH_SECONDS",
  "TIME_24_SIMPLE",
  "TIME_24_WITH_SECONDS",
  "TIME_SIMPLE",
  "TIME_WITH_SECONDS",
] as const;

const DATE_TIME = defineConstructor("DateTime", {
  construct: (run, args) => createFromParts(run, args, run.scope.workflow.timezone),
  holds: DateTime.isDateTime,
  members: {
    ...defineFunctions({
      ...Object.fromEntries(READERS.map((name) => [name, createReader(name)])),
      now: toLocalZone,
      local: (run, args) => createFromParts(run, args, run.scope.workflow.timezone),
      utc: (run, args) => createFromParts(run, args, "utc"),
      fromJSDate: (run, [date, options]) =>
        date instanceof Date
          ? DateTime.fromJSDate(date, createLocal(run, options))
          : DateTime.invalid("no date"),
      fromFormat: (run, args) => {
        const [text, format, options] = readLuxonArguments(run, args);
        return DateTime.fromFormat(String(text), String(format), createLocal(run, options));
      },
      fromString: (run, args) => {
        const [text, format, options] = readLuxonArguments(run, args);
        return DateTime.fromFormat(String(text), String(format), createLocal(run, options));
      },
      isDateTime: (_run, [value]) => DateTime.isDateTime(value),
      max: (_run, dates) => DateTime.max(...dates.filter((date) => DateTime.isDateTime(date))),
      min: (_run, dates) => DateTime.min(...dates.filter((date) => DateTime.isDateTime(date))),
    }),
    ...Object.fromEntries(FORMATS.map((name) => [name, DateTime[name]])),
  },
});

function passOn(names: readonly string[], type: object): Record<string, Callable> {
  return defineFunctions(
    Object.fromEntries(
      names.map((name): [string, HostFunction] => [
        name,
        (run, args) =>
          (type as Record<string, (...all: unknown[]) => unknown>)[name]?.(...readLuxonArguments(run, args)),
      ]),
    ),
  );
}

const DURATION = new Callable("Duration", refuseWithoutMember, {
  holds: Duration.isDuration,
  members: new Map(
    Object.entries(
      passOn(
        ["fromObject", "fromMillis", "fromISO", "fromISOTime", "fromDurationLike", "isDuration"],
        Duration,
      ),
    ),
  ),
});

const INTERVAL = new Callable("Interval", refuseWithoutMember, {
  holds: Interval.isInterval,
  members: new Map(
    Object.entries(passOn(["fromDateTimes", "fromISO", "after", "before", "isInterval"], Interval)),
  ),
});

function refuseWithoutMember(): never {
  throw new TypeError(
    "Duration and Interval cannot be called. Use one of their functions, such as Duration.fromISO()",
  );
}

export const LUXON: Readonly<Record<string, unknown>> = {
  DateTime: DATE_TIME,
  Duration: DURATION,
  Interval: INTERVAL,
  luxon: new Facade("luxon", { DateTime: DATE_TIME, Duration: DURATION, Interval: INTERVAL }),
  Luxon: new Facade("Luxon", { DateTime: DATE_TIME, Duration: DURATION, Interval: INTERVAL }),
};
