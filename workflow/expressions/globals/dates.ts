import type { Run } from "../interpreter/run.ts";
import { toLocalZone } from "../methods/luxon-methods.ts";
import { FORMAT_COST } from "../methods/number-methods.ts";
import { Callable } from "../values/callable.ts";
import { toNumber, toPrimitive, toText } from "../values/conversions.ts";
import { formatDateTime, parseDate } from "../values/date-text.ts";
import { Facade } from "../values/facade.ts";
import { defineConstructor, defineFunctions } from "./make.ts";

/** The maximum length of a date. Longer strings are not dates, and rejecting them takes time. */
const MAX_DATE_TEXT = 200;

function createUtc(run: Run, args: readonly unknown[]): number {
  const [year = Number.NaN, month = 0, ...rest] = args.map((arg) => toNumber(run, arg));
  return Date.UTC(year, month, ...rest);
}

function parseParts(text: string): Date {
  return text.length > MAX_DATE_TEXT ? new Date(Number.NaN) : parseDate(text);
}

function createDate(run: Run, args: readonly unknown[]): Date {
  if (args.length === 0) return new Date(run.scope.now());
  if (args.length > 1) return new Date(createUtc(run, args));
  const [value] = args;
  if (value instanceof Date) return new Date(value);
  const primitive = toPrimitive(run, value, "default");
  return typeof primitive === "string" ? parseParts(primitive) : new Date(Number(primitive));
}

const DATE = defineConstructor("Date", {
  call: (run) => formatDateTime(run.scope.now()),
  construct: createDate,
  holds: (value) => value instanceof Date,
  members: defineFunctions({
    now: (run) => run.scope.now().getTime(),
    parse: (run, [text]) => parseParts(toText(run, text)).getTime(),
    UTC: createUtc,
  }),
});

/** Creates the formatter of `new Intl.NumberFormat(locale, options).format(value)` and similar calls. */
function createFormatter(
  title: string,
  make: (locale: string, options: object | undefined) => (run: Run, value: unknown) => string,
) {
  const createFormat = (run: Run, [locale, options]: readonly unknown[]) => {
    run.spend(FORMAT_COST);
    const format = make(typeof locale === "string" ? locale : "en-US", options as object | undefined);
    return new Facade(title, { format: new Callable("format", (caller, [value]) => format(caller, value)) });
  };
  return defineConstructor(title, { construct: createFormat, holds: () => false });
}

const INTL = new Facade("Intl", {
  NumberFormat: createFormatter("NumberFormat", (locale, options) => {
    const format = new Intl.NumberFormat(locale, options);
    return (run, value) => format.format(toNumber(run, value));
  }),
  DateTimeFormat: createFormatter("DateTimeFormat", (locale, options) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    return (run, value) =>
      format.format(value === undefined ? toLocalZone(run).toMillis() : toNumber(run, value));
  }),
});

/** The functions of JavaScript's dates. Luxon's are in `luxon.ts`. */
export const DATES: Readonly<Record<string, unknown>> = { Date: DATE, Intl: INTL };
