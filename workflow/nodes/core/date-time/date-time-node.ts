import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime, type DateTimeUnit, type DurationUnit } from "luxon";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { setOwn, toText, withField } from "../fields/field-path.ts";
import { formatAsMoment, toLuxonFormat } from "./moment-format.ts";
import { parseDateByFormat, readDate } from "./read-date.ts";

const UNITS_V1 = [
  "quarters",
  "years",
  "months",
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "milliseconds",
];

/** Returns the item with a formatted or calculated date, in the format of version 1. */
function changedDate(context: NodeContext, item: Item, itemIndex: number): Item {
  const field = context.text("dataPropertyName", itemIndex, "data");
  const action = context.text("action", itemIndex, "format");
  const value = context.parameter("value", itemIndex, "");
  if (value === null || (value === undefined && action === "format"))
    return { ...item, pairedItem: { item: itemIndex } };
  const result =
    action === "calculate" ? calculateDateV1(context, itemIndex) : formatDateV1(context, itemIndex);
  return { ...item, json: withField(item.json, field, result), pairedItem: { item: itemIndex } };
}

function formatDateV1(context: NodeContext, itemIndex: number): string {
  const zone =
    context.text("options.toTimezone", itemIndex) || context.text("options.fromTimezone", itemIndex);
  const date = readDateV1(context, itemIndex).setZone(zone || context.workflow.timezone);
  return formatAsMoment(date, context.text("toFormat", itemIndex, "MM/DD/YYYY"));
}

function calculateDateV1(context: NodeContext, itemIndex: number): string {
  const unit = context.text("timeUnit", itemIndex, "days");
  if (!UNITS_V1.includes(unit))
    throw context.failure(`'${unit}' is not a unit of time. Use ${UNITS_V1.join(", ")}`, {
      field: "timeUnit",
      itemIndex,
    });
  const sign = context.text("operation", itemIndex, "add") === "subtract" ? -1 : 1;
  const amount = sign * context.number("duration", itemIndex, 0);
  const date = readDateV1(context, itemIndex).plus({ [unit]: amount });
  const iso = date.toUTC().toISO();
  if (iso) return iso;
  throw context.failure("The resulting date is out of range. Use a smaller duration", {
    field: "duration",
    itemIndex,
  });
}

/** Parses a date. A missing value is the current time, as in Moment.js. */
function readDateV1(context: NodeContext, itemIndex: number): DateTime {
  const zone = context.text("options.fromTimezone", itemIndex) || context.workflow.timezone;
  const value = context.parameter("value", itemIndex, "");
  const format = context.text("options.fromFormat", itemIndex);
  if (value === "" || value === undefined) return DateTime.now().setZone(zone);
  const date =
    format === "" ? readDate(value, zone) : parseDateByFormat(toText(value), toLuxonFormat(format), zone);
  if (date) return date;
  throw context.failure('The date input format could not be recognized. Please set the "From Format" field', {
    field: "value",
    itemIndex,
  });
}

const UNITS = ["year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond"];

/** The default output field of each operation. */
const OUTPUTS: Readonly<Record<string, string>> = {
  getCurrentDate: "currentDate",
  addToDate: "newDate",
  subtractFromDate: "newDate",
  formatDate: "formattedDate",
  roundDate: "roundedDate",
  getTimeBetweenDates: "timeDifference",
  extractDate: "datePart",
};

/** Calculates with dates as version 2 does. The result is the only field or is added to the item's fields. */
function computeDate(context: NodeContext, item: Item, itemIndex: number): Item {
  const operation = context.text("operation", itemIndex, "getCurrentDate");
  const output = Object.hasOwn(OUTPUTS, operation) ? OUTPUTS[operation] : undefined;
  if (output === undefined)
    throw context.failure(`Unknown operation '${operation}'. Use ${Object.keys(OUTPUTS).join(", ")}`, {
      field: "operation",
      itemIndex,
    });
  const json: JsonObject = context.flag("options.includeInputFields", itemIndex) ? { ...item.json } : {};
  setOwn(
    json,
    context.text("outputFieldName", itemIndex, output),
    computeResult(context, operation, itemIndex),
  );
  return { json, pairedItem: { item: itemIndex } };
}

function computeResult(context: NodeContext, operation: string, index: number): JsonValue {
  switch (operation) {
    case "addToDate":
      return shiftDate(context, index, 1);
    case "subtractFromDate":
      return shiftDate(context, index, -1);
    case "formatDate":
      return formatDate(context, index);
    case "roundDate":
      return roundDate(context, index);
    case "getTimeBetweenDates":
      return computeDifference(context, index);
    case "extractDate":
      return getDatePart(context, index);
    default:
      return getNow(context, index);
  }
}

/** Returns the time zone of the options, or else the workflow's. */
function getZone(context: NodeContext, itemIndex: number): string {
  const timezone = context.parameter("options.timezone", itemIndex);
  return typeof timezone === "string" && timezone !== "" ? timezone : context.workflow.timezone;
}

function getDate(context: NodeContext, field: string, itemIndex: number): DateTime {
  const value = context.parameter(field, itemIndex);
  const format = context.text("options.fromFormat", itemIndex);
  const zone = getZone(context, itemIndex);
  const date =
    format !== "" && value !== undefined && value !== null
      ? parseDateByFormat(toText(value), format, zone)
      : readDate(value, zone);
  if (date) return date.setZone(zone);
  throw context.failure("Invalid date format", { field, itemIndex });
}

function getUnit(context: NodeContext, field: string, itemIndex: number, fallback: string): string {
  const unit = context.text(field, itemIndex, fallback);
  if (UNITS.includes(unit.replace(/s$/, ""))) return unit;
  throw context.failure(`'${unit}' is not a unit of time. Use ${UNITS.join(", ")}`, { field, itemIndex });
}

function getNow(context: NodeContext, index: number): string {
  const date = DateTime.now().setZone(getZone(context, index));
  return String(context.flag("includeTime", index, true) ? date : date.startOf("day"));
}

function shiftDate(context: NodeContext, index: number, sign: 1 | -1): string {
  const date = getDate(context, "magnitude", index);
  const unit = getUnit(context, "timeUnit", index, "days");
  return String(date.plus({ [unit]: sign * context.number("duration", index, 0) }));
}

function formatDate(context: NodeContext, index: number): JsonValue {
  const value = context.parameter("date", index);
  if (value === undefined || value === null) return null;
  const format = context.text("format", index, "MM/dd/yyyy");
  const date = getDate(context, "date", index);
  return date.toFormat(format === "custom" ? context.text("customFormat", index) : format);
}

function roundDate(context: NodeContext, index: number): string {
  const date = getDate(context, "date", index);
  if (context.text("mode", index, "roundDown") === "roundUp") {
    const to = getUnit(context, "to", index, "month") as DateTimeUnit;
    return String(date.plus({ [to]: 1 }).startOf(to));
  }
  return String(date.startOf(getUnit(context, "toNearest", index, "month") as DateTimeUnit));
}

function computeDifference(context: NodeContext, index: number): JsonValue {
  const start = getDate(context, "startDate", index);
  const end = getDate(context, "endDate", index);
  const unitNames = context.list("units", index).map(String);
  const units = unitNames.length === 0 ? ["day"] : unitNames;
  const unknown = units.find((unit) => !UNITS.includes(unit.replace(/s$/, "")));
  if (unknown !== undefined)
    throw context.failure(`'${unknown}' is not a unit of time. Use ${UNITS.join(", ")}`, {
      field: "units",
      itemIndex: index,
    });
  const duration = end.diff(start, units as DurationUnit[]);
  return context.flag("options.isoString", index)
    ? duration.toString()
    : ({ ...duration.toObject() } as JsonObject);
}

function getDatePart(context: NodeContext, index: number): number {
  const date = getDate(context, "date", index);
  const name = getUnit(context, "part", index, "month");
  return name === "week" ? date.weekNumber : date.get(name as "month");
}

/** Formats dates and calculates with them. */
export const DATE_TIME_NODE: NodeType = {
  types: ["n8n-nodes-base.dateTime"],
  versions: [1, 2],
  execute: async (context) => [
    context.node.version < 2
      ? await context.each((item, index) => [changedDate(context, item, index)])
      : await context.each((item, index) => [computeDate(context, item, index)], {
          afterError: "continueUnpaired",
        }),
  ],
};
