import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";
import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toText, withField } from "../fields/field-path.ts";
import { formatAsMoment, toLuxonFormat } from "./moment-format.ts";
import { parseDateByFormat, readDate, SERVER_ZONE, toValidDate } from "./read-date.ts";

const UNITS = ["quarters", "years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds"];

/** Returns the item with a formatted or calculated date, as version 1 does. An item without a date to format is left out. */
export function changeDateV1(context: NodeContext, item: Item, itemIndex: number): Item[] {
  const value = context.parameter("value", itemIndex, "");
  const isCalculated = context.text("action", itemIndex, "format") === "calculate";
  if (value === undefined && !isCalculated) return [];
  const result = isCalculated
    ? calculateDate(context, value, itemIndex)
    : formatDate(context, value, itemIndex);
  const field = context.text("dataPropertyName", itemIndex, "data");
  const json = withField(item.json, field, result, false);
  return [{ ...item, json, pairedItem: { item: itemIndex } }];
}

/** Formats a date in the zone of the options. If only the zone of the input is set, this is the workflow's zone. */
function formatDate(context: NodeContext, value: JsonValue | undefined, itemIndex: number): string {
  const fromZone = context.text("options.fromTimezone", itemIndex);
  const toZone = context.text("options.toTimezone", itemIndex);
  const zone = toZone || (fromZone ? context.workflow.timezone : SERVER_ZONE);
  const format = context.text("options.fromFormat", itemIndex);
  const isNumber = typeof value !== "object" && value !== "" && !Number.isNaN(Number(value));
  if (format !== "" && !isNumber && value !== null) {
    const date = parseByMomentFormat(value, format, fromZone);
    return date ? formatAsMoment(date.setZone(zone), getOutputFormat(context, itemIndex)) : "Invalid date";
  }
  const date =
    value === ""
      ? DateTime.now()
      : readDate(value, fromZone || (toZone ? context.workflow.timezone : SERVER_ZONE));
  if (date) return formatAsMoment(date.setZone(zone), getOutputFormat(context, itemIndex));
  throw context.failure('The date input format could not be recognized. Please set the "From Format" field', {
    field: "value",
    itemIndex,
  });
}

const getOutputFormat = (context: NodeContext, itemIndex: number) =>
  context.text("toFormat", itemIndex, "MM/DD/YYYY");

/**
 * Parses the beginning of a text by a format. As in Moment.js, the rest of the text is ignored. Luxon has no format for
 * Unix time.
 */
function parseByMomentFormat(
  value: JsonValue | undefined,
  format: string,
  zone: string,
): DateTime | undefined {
  const text = toText(value ?? "");
  const options = { zone: zone || SERVER_ZONE };
  const number = Number.parseFloat(text);
  if (format === "X") return toValidDate(DateTime.fromSeconds(number, options));
  if (format === "x") return toValidDate(DateTime.fromMillis(number, options));
  const luxonFormat = toLuxonFormat(format);
  const start = text.slice(0, format.replace(/[[\]]/g, "").length);
  return (
    parseDateByFormat(text, luxonFormat, options.zone) ?? parseDateByFormat(start, luxonFormat, options.zone)
  );
}

function calculateDate(context: NodeContext, value: JsonValue | undefined, itemIndex: number): string {
  const unit = context.text("timeUnit", itemIndex, "days");
  if (!UNITS.includes(unit))
    throw context.failure(`'${unit}' is not a unit of time. Use ${UNITS.join(", ")}`, {
      field: "timeUnit",
      itemIndex,
    });
  const sign = context.text("operation", itemIndex, "add") === "subtract" ? -1 : 1;
  const amount = sign * context.number("duration", itemIndex, 0);
  const date = readCalculatedDate(context, value, itemIndex).plus({ [unit]: amount });
  const iso = date.toUTC().toISO();
  if (iso) return iso;
  throw context.failure("The resulting date is out of range. Use a smaller duration", {
    field: "duration",
    itemIndex,
  });
}

/** Reads the date to calculate with. Numbers are milliseconds, and numeric text is not a date. */
function readCalculatedDate(context: NodeContext, value: JsonValue | undefined, itemIndex: number): DateTime {
  const format = context.text("options.fromFormat", itemIndex);
  const place = { field: "value", itemIndex };
  if (format !== "") {
    const text = toText(value ?? null);
    const isUnixTime = ["X", "x"].includes(format) && !Number.isNaN(Number(text));
    const date = isUnixTime
      ? parseByMomentFormat(text, format, SERVER_ZONE)
      : parseDateByFormat(text, toLuxonFormat(format), SERVER_ZONE);
    if (date) return date;
    throw context.failure(
      'Date input cannot be parsed. Please recheck the value and the "From Format" field.',
      place,
    );
  }
  if (value === "") return DateTime.now();
  if (typeof value === "number" || value === null)
    return DateTime.fromMillis(value ?? 0, { zone: SERVER_ZONE });
  const isNumeric = typeof value === "string" && !Number.isNaN(Number(value));
  const date = isNumeric ? undefined : readDate(value, SERVER_ZONE);
  if (date) return date;
  throw context.failure(
    'Unrecognized date input. Please specify a format in the "From Format" field.',
    place,
  );
}
