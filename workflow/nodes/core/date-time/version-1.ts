import { DateTime } from "luxon";
import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { withField } from "../fields/field-path.ts";
import { asText } from "../fields/field-text.ts";
import { momentFormatted, readingFormat } from "./moment-format.ts";
import { readDate, readDateBy } from "./read-date.ts";

const UNITS = ["quarters", "years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds"];

/** Formats a date, or adds to it, as the first version does. */
export function changedDate(context: NodeContext, item: Item, itemIndex: number): Item {
  const field = context.text("dataPropertyName", itemIndex, "data");
  const action = context.text("action", itemIndex, "format");
  const value = context.parameter("value", itemIndex, "");
  if (value === null || (value === undefined && action === "format"))
    return { ...item, pairedItem: { item: itemIndex } };
  const changed = action === "calculate" ? calculated(context, itemIndex) : formatted(context, itemIndex);
  return { ...item, json: withField(item.json, field, changed), pairedItem: { item: itemIndex } };
}

function formatted(context: NodeContext, itemIndex: number): string {
  const zone =
    context.text("options.toTimezone", itemIndex) || context.text("options.fromTimezone", itemIndex);
  const date = givenDate(context, itemIndex).setZone(zone || context.workflow.timezone);
  return momentFormatted(date, context.text("toFormat", itemIndex, "MM/DD/YYYY"));
}

function calculated(context: NodeContext, itemIndex: number): string {
  const unit = context.text("timeUnit", itemIndex, "days");
  if (!UNITS.includes(unit))
    throw context.failure(`'${unit}' is not a unit of time`, { field: "timeUnit", itemIndex });
  const sign = context.text("operation", itemIndex, "add") === "subtract" ? -1 : 1;
  const amount = sign * context.number("duration", itemIndex, 0);
  const date = givenDate(context, itemIndex).plus({ [unit]: amount });
  const iso = date.toUTC().toISO();
  if (iso) return iso;
  throw context.failure("The date is out of range", { field: "duration", itemIndex });
}

/** Nothing is the present time, as for Moment.js. */
function givenDate(context: NodeContext, itemIndex: number): DateTime {
  const zone = context.text("options.fromTimezone", itemIndex) || context.workflow.timezone;
  const value = context.parameter("value", itemIndex, "");
  const format = context.text("options.fromFormat", itemIndex);
  if (value === "" || value === undefined) return DateTime.now().setZone(zone);
  const date = format === "" ? readDate(value, zone) : readDateBy(asText(value), readingFormat(format), zone);
  if (date) return date;
  throw context.failure('The date input format could not be recognized. Please set the "From Format" field', {
    field: "value",
    itemIndex,
  });
}
