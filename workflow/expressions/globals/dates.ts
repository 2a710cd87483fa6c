import type { Run } from "../interpreter/run.ts";
import { here } from "../methods/luxon-methods.ts";
import { FORMAT_COST } from "../methods/number-methods.ts";
import { Callable } from "../values/callable.ts";
import { toNumber, toPrimitive, toText } from "../values/conversions.ts";
import { dateText, parseDate } from "../values/date-text.ts";
import { Facade } from "../values/facade.ts";
import { constructorOf, functions } from "./make.ts";

/** Texts that are longer are no dates, and cost time to find that out. */
const MAX_DATE_TEXT = 200;

function utc(run: Run, args: readonly unknown[]): number {
  const [year = Number.NaN, month = 0, ...rest] = args.map((arg) => toNumber(run, arg));
  return Date.UTC(year, month, ...rest);
}

function read(text: string): Date {
  return text.length > MAX_DATE_TEXT ? new Date(Number.NaN) : parseDate(text);
}

function date(run: Run, args: readonly unknown[]): Date {
  if (args.length === 0) return new Date(run.scope.now());
  if (args.length > 1) return new Date(utc(run, args));
  const [value] = args;
  if (value instanceof Date) return new Date(value);
  const primitive = toPrimitive(run, value, "default");
  return typeof primitive === "string" ? read(primitive) : new Date(Number(primitive));
}

const DATE = constructorOf("Date", {
  call: (run) => dateText(run.scope.now()),
  construct: date,
  holds: (value) => value instanceof Date,
  members: functions({
    now: (run) => run.scope.now().getTime(),
    parse: (run, [text]) => read(toText(run, text)).getTime(),
    UTC: utc,
  }),
});

/** `new Intl.NumberFormat(locale, options).format(value)` and its like. */
function formatter(
  title: string,
  make: (locale: string, options: object | undefined) => (run: Run, value: unknown) => string,
) {
  const construct = (run: Run, [locale, options]: readonly unknown[]) => {
    run.spend(FORMAT_COST);
    const format = make(typeof locale === "string" ? locale : "en-US", options as object | undefined);
    return new Facade(title, { format: new Callable("format", (caller, [value]) => format(caller, value)) });
  };
  return constructorOf(title, { construct, holds: () => false });
}

const INTL = new Facade("Intl", {
  NumberFormat: formatter("NumberFormat", (locale, options) => {
    const format = new Intl.NumberFormat(locale, options);
    return (run, value) => format.format(toNumber(run, value));
  }),
  DateTimeFormat: formatter("DateTimeFormat", (locale, options) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    return (run, value) => format.format(value === undefined ? here(run).toMillis() : toNumber(run, value));
  }),
});

/** Dates of the language; Luxon's are beside them. */
export const DATES: Readonly<Record<string, unknown>> = { Date: DATE, Intl: INTL };
