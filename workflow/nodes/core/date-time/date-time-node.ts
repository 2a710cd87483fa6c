import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime, type DateTimeUnit, type DurationUnit } from "luxon";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { setOwn, toText } from "../fields/field-path.ts";
import { changeDateV1 } from "./date-time-v1.ts";
import { parseDateByFormat, readDate, SERVER_ZONE } from "./read-date.ts";

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
  const result = computeResult(context, operation, itemIndex);
  if (result !== undefined) setOwn(json, context.text("outputFieldName", itemIndex, output), result);
  return { json, pairedItem: { item: itemIndex } };
}

function computeResult(context: NodeContext, operation: string, index: number): JsonValue | undefined {
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

/** Reads a date. A missing value is the current time. */
function getDate(context: NodeContext, field: string, itemIndex: number): DateTime {
  const value = context.parameter(field, itemIndex);
  const format = context.text("options.fromFormat", itemIndex);
  const date =
    format !== "" && typeof value !== "number" && value !== undefined && value !== null
      ? parseDateByFormat(toText(value), format, SERVER_ZONE)
      : value === undefined
        ? DateTime.now()
        : readDate(value, SERVER_ZONE);
  if (date) return date.setZone(context.workflow.timezone);
  throw context.failure("Invalid date format", { field, itemIndex });
}

function getUnit(context: NodeContext, field: string, itemIndex: number, fallback: string): string {
  const unit = context.text(field, itemIndex, fallback);
  if (UNITS.includes(unit.replace(/s$/, ""))) return unit;
  throw context.failure(`'${unit}' is not a unit of time. Use ${UNITS.join(", ")}`, { field, itemIndex });
}

function getNow(context: NodeContext, index: number): string {
  const timezone = context.parameter("options.timezone", index);
  const isZone = typeof timezone === "string" && timezone !== "";
  const date = DateTime.now().setZone(isZone ? timezone : context.workflow.timezone);
  return String(context.flag("includeTime", index, true) ? date : date.startOf("day"));
}

function shiftDate(context: NodeContext, index: number, sign: 1 | -1): string {
  const date = getDate(context, "magnitude", index);
  const unit = getUnit(context, "timeUnit", index, "days");
  return String(date.plus({ [unit]: sign * context.number("duration", index, 0) }));
}

/** Returns a formatted date, in the workflow's zone if the options say so, and otherwise in the zone of the text. */
function formatDate(context: NodeContext, index: number): JsonValue | undefined {
  const value = context.parameter("date", index);
  if (value === undefined || value === null) return value;
  const format = context.text("format", index, "MM/dd/yyyy");
  const date = getDate(context, "date", index);
  const shown = context.flag("options.timezone", index) ? date : date.setZone(getZoneOfText(value));
  return shown.toFormat(format === "custom" ? context.text("customFormat", index) : format);
}

/** Returns the zone of a date's text. As in n8n, these are the whole hours of a positive offset, and otherwise UTC. */
function getZoneOfText(value: JsonValue): string {
  const hours = typeof value === "string" ? /[+](\d{2})(?::?\d{2})?\s*$/.exec(value)?.[1] : undefined;
  return hours === undefined ? SERVER_ZONE : `UTC+${Number(hours)}`;
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
      ? await context.each((item, index) => changeDateV1(context, item, index))
      : await context.each((item, index) => [computeDate(context, item, index)], {
          afterError: "continueUnpaired",
        }),
  ],
};
