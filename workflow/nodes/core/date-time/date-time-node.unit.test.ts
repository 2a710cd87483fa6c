import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { nodeCases } from "../core-cases.fixture.ts";
import { DATE_TIME_NODE } from "./date-time-node.ts";
import { formatAsMoment } from "./moment-format.ts";

const AT = "2024-03-05T14:07:09.045Z";

describe("Date & Time version 1", () => {
  nodeCases(DATE_TIME_NODE, [
    {
      name: "formats",
      version: 1,
      items: [{ d: AT }],
      parameters: { value: "={{ $json.d }}" },
      gives: [[{ d: AT, data: "03/05/2024" }]],
    },
    {
      name: "formats into the author's field and time zone",
      version: 1,
      items: [{}],
      parameters: {
        value: AT,
        dataPropertyName: "a.b",
        toFormat: "YYYY-MM-DD HH:mm Z",
        options: { toTimezone: "Europe/Berlin" },
      },
      gives: [[{ "a.b": "2024-03-05 15:07 +01:00" }]],
    },
    {
      name: "reads a date in a given format",
      version: 1,
      items: [{}],
      parameters: { value: "5.3.2024", toFormat: "dddd, MMMM Do", options: { fromFormat: "D.M.YYYY" } },
      gives: [[{ data: "Tuesday, March 5th" }]],
    },
    {
      name: "adds",
      version: 1,
      items: [{}],
      parameters: { action: "calculate", value: AT, duration: 12, timeUnit: "hours" },
      gives: [[{ data: "2024-03-06T02:07:09.045Z" }]],
    },
    {
      name: "subtracts months to the last existing day",
      version: 1,
      items: [{}],
      parameters: {
        action: "calculate",
        value: "2024-03-31",
        operation: "subtract",
        duration: 1,
        timeUnit: "months",
      },
      gives: [[{ data: "2024-02-29T00:00:00.000Z" }]],
    },
    {
      name: "refuses an invalid date",
      version: 1,
      items: [{}],
      parameters: { value: "soon" },
      fails: {
        message: 'The date input format could not be recognized. Please set the "From Format" field',
        field: "value",
      },
    },
  ]);

  it.each([
    ["YYYY-MM-DD", "2024-03-05"],
    ["D/M/YY", "5/3/24"],
    ["DD/MM/YYYY [at] HH:mm", "05/03/2024 at 14:07"],
    ["DD/MM/YYYY 'at' HH:mm", "05/03/2024 'pmt' 14:07"],
    ["MMM Do, h:mm a", "Mar 5th, 2:07 pm"],
    ["ddd dd d E", "Tue Tu 2 2"],
    ["hh:mm:ss.SSS A", "02:07:09.045 PM"],
    ["X x", "1709647629 1709647629045"],
    ["[Q]Q DDDD W", "Q1 065 10"],
    ["LL", "March 5, 2024"],
    ["LT ZZ", "2:07 PM +0000"],
  ])("formats %s as Moment.js does", (format, text) => {
    expect(formatAsMoment(DateTime.fromISO(AT, { zone: "utc" }), format)).toBe(text);
  });
});

describe("Date & Time version 2", () => {
  const day = "2024-03-05T14:07:09.000Z";
  const all: [string, Record<string, JsonValue>, Record<string, JsonValue>][] = [
    [
      "adds days",
      { operation: "addToDate", magnitude: day, duration: 3 },
      { newDate: "2024-03-08T14:07:09.000Z" },
    ],
    [
      "subtracts months",
      {
        operation: "subtractFromDate",
        magnitude: day,
        duration: 1,
        timeUnit: "months",
        outputFieldName: "was",
      },
      { was: "2024-02-05T14:07:09.000Z" },
    ],
    ["formats", { operation: "formatDate", date: day }, { formattedDate: "03/05/2024" }],
    [
      "formats a date in the author's format",
      { operation: "formatDate", date: "={{ $json.d }}", format: "custom", customFormat: "d LLL yyyy" },
      { formattedDate: "5 Mar 2024" },
    ],
    [
      "reads a format",
      {
        operation: "formatDate",
        date: "05.03.24",
        format: "yyyy-MM-dd",
        options: { fromFormat: "dd.MM.yy" },
      },
      { formattedDate: "2024-03-05" },
    ],
    [
      "reads seconds",
      { operation: "formatDate", date: 1709647629, format: "yyyy-MM-dd" },
      { formattedDate: "2024-03-05" },
    ],
    [
      "reads milliseconds from a string",
      { operation: "formatDate", date: "1709647629000", format: "X" },
      { formattedDate: "1709647629" },
    ],
    [
      "rounds down to a month",
      { operation: "roundDate", date: day },
      { roundedDate: "2024-03-01T00:00:00.000Z" },
    ],
    [
      "rounds down to an hour",
      { operation: "roundDate", date: day, toNearest: "hour" },
      { roundedDate: "2024-03-05T14:00:00.000Z" },
    ],
    [
      "rounds up to a month",
      { operation: "roundDate", date: day, mode: "roundUp", to: "month" },
      { roundedDate: "2024-04-01T00:00:00.000Z" },
    ],
    [
      "counts days between",
      { operation: "getTimeBetweenDates", startDate: "2024-03-01", endDate: "2024-03-04" },
      { timeDifference: { days: 3 } },
    ],
    [
      "counts in several units",
      {
        operation: "getTimeBetweenDates",
        startDate: "2024-03-01",
        endDate: "2024-04-03T05:00:00Z",
        units: ["month", "day", "hour"],
      },
      { timeDifference: { months: 1, days: 2, hours: 5 } },
    ],
    [
      "gives a duration as text",
      {
        operation: "getTimeBetweenDates",
        startDate: "2024-03-01",
        endDate: "2024-03-04",
        options: { isoString: true },
      },
      { timeDifference: "P3D" },
    ],
    ["takes a month out", { operation: "extractDate", date: day }, { datePart: 3 }],
    ["takes a week out", { operation: "extractDate", date: day, part: "week" }, { datePart: 10 }],
  ];
  nodeCases(
    DATE_TIME_NODE,
    all.map(([name, parameters, json]) => ({
      name,
      version: 2,
      items: [{ d: day }],
      parameters,
      gives: [[json]],
    })),
  );
  nodeCases(DATE_TIME_NODE, [
    {
      name: "keeps the item's fields if enabled",
      version: 2,
      items: [{ d: 1 }],
      parameters: {
        operation: "extractDate",
        date: day,
        part: "year",
        options: { includeInputFields: true },
      },
      gives: [[{ d: 1, datePart: 2024 }]],
    },
    {
      name: "uses the workflow's time zone",
      version: 2,
      timezone: "America/New_York",
      parameters: { operation: "addToDate", magnitude: day, duration: 0 },
      gives: [[{ newDate: "2024-03-05T09:07:09.000-05:00" }]],
    },
    {
      name: "reads a date without a time zone in UTC, and returns it in the workflow's time zone",
      version: 2,
      timezone: "America/New_York",
      parameters: { operation: "addToDate", magnitude: "2024-03-05 10:00", duration: 1, timeUnit: "hours" },
      gives: [[{ newDate: "2024-03-05T06:00:00.000-05:00" }]],
    },
    {
      name: "reads seconds with fractions",
      version: 2,
      parameters: { operation: "addToDate", magnitude: "1714521600.25", duration: 0, timeUnit: "hours" },
      gives: [[{ newDate: "2024-05-01T00:00:00.250Z" }]],
    },
    {
      name: "reads a number as Unix time whatever the format of texts is",
      version: 2,
      parameters: {
        operation: "formatDate",
        date: 1714521600123,
        format: "x",
        options: { fromFormat: "x" },
      },
      gives: [[{ formattedDate: "1714521600123" }]],
    },
    {
      name: "formats a date in the zone of its text, or in the workflow's zone",
      version: 2,
      timezone: "America/New_York",
      items: [{ zone: false }, { zone: true }],
      parameters: {
        operation: "formatDate",
        date: "2024-05-31T10:00:00+02:00",
        format: "custom",
        customFormat: "HH:mm ZZ",
        options: { timezone: "={{ $json.zone }}" },
      },
      gives: [[{ formattedDate: "10:00 +02:00" }, { formattedDate: "04:00 -04:00" }]],
    },
    {
      name: "leaves out the date of a missing value",
      version: 2,
      items: [{ a: 1 }],
      parameters: {
        operation: "formatDate",
        date: "={{ $json.none }}",
        options: { includeInputFields: true },
      },
      gives: [[{ a: 1 }]],
    },
    {
      name: "version 1 formats dates without a zone in UTC, and leaves out an item without a date",
      version: 1,
      timezone: "America/New_York",
      items: [{ d: "31 May 2024 10:00" }, {}],
      parameters: { value: "={{ $json.d }}", toFormat: "HH:mm Z", dataPropertyName: "d" },
      gives: [[{ d: "10:00 +00:00" }]],
    },
    {
      name: "version 1 calculates with numbers as milliseconds, and refuses numeric text",
      version: 1,
      items: [{ d: 1000 }, { d: "1714521600" }],
      node: { onError: "continueRegularOutput" },
      parameters: { action: "calculate", value: "={{ $json.d }}", duration: 1, timeUnit: "seconds" },
      gives: [
        [
          { d: 1000, data: "1970-01-01T00:00:02.000Z" },
          { error: 'Unrecognized date input. Please specify a format in the "From Format" field.' },
        ],
      ],
    },
    {
      name: "refuses an invalid date",
      version: 2,
      parameters: { operation: "roundDate", date: "soon" },
      fails: { message: "Invalid date format", field: "date" },
    },
  ]);

  it("returns the current time or day", async () => {
    const time = await runNode({ type: DATE_TIME_NODE, version: 2 });
    expect(Math.abs(Date.parse(String(time.outputs[0]?.[0]?.currentDate)) - Date.now())).toBeLessThan(60_000);
    const today = await runNode({ type: DATE_TIME_NODE, version: 2, parameters: { includeTime: false } });
    expect(today.outputs[0]?.[0]?.currentDate).toMatch(/T00:00:00\.000Z$/);
  });
});
