import { SCHEDULE_TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { createCronTimes, requireCronTimes } from "./cron-times.ts";

const BERLIN = "Europe/Berlin";
const toIsoTimes = (times: Date[]) => times.map((time) => time.toISOString());
const timesFrom = (cron: string, zone: string, from: string, count: number) =>
  toIsoTimes(createCronTimes(cron, zone).several(new Date(from), count));

test("a time of day stays the same local time in winter and in summer", () => {
  expect(timesFrom("0 9 * * MON-FRI", BERLIN, "2026-03-27T12:00:00Z", 2)).toEqual([
    "2026-03-30T07:00:00.000Z",
    "2026-03-31T07:00:00.000Z",
  ]);
  expect(timesFrom("0 9 * * *", BERLIN, "2026-10-24T12:00:00Z", 1)).toEqual(["2026-10-25T08:00:00.000Z"]);
});

test("a time that is skipped when clocks go forward occurs once, right after the gap", () => {
  expect(timesFrom("30 2 * * *", BERLIN, "2026-03-28T00:00:00Z", 3)).toEqual([
    "2026-03-28T01:30:00.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
});

test("a time that occurs twice when clocks go back counts only at its first occurrence", () => {
  expect(timesFrom("30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2)).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

test("an hourly schedule runs every hour across clock changes", () => {
  for (const from of ["2026-03-28T22:30:00Z", "2026-10-24T22:30:00Z"]) {
    const times = createCronTimes("0 * * * *", BERLIN).several(new Date(from), 6);
    const hours = times.map((time) => (time.getTime() - Date.parse(from) - 30 * 60_000) / 3_600_000);
    expect(hours).toEqual([0, 1, 2, 3, 4, 5]);
  }
});

test("the last time up to a moment includes the moment itself", () => {
  const times = createCronTimes("*/5 * * * *", "UTC");
  const last = (moment: string) => times.lastUpTo(new Date(moment))?.toISOString();
  expect(last("2026-03-10T09:05:00.000Z")).toBe("2026-03-10T09:05:00.000Z");
  expect(last("2026-03-10T09:04:59.999Z")).toBe("2026-03-10T09:00:00.000Z");
  expect(createCronTimes("0 9 * * *", BERLIN).lastUpTo(new Date("2026-03-29T09:00:00Z"))?.toISOString()).toBe(
    "2026-03-29T07:00:00.000Z",
  );
});

test.each([
  ["@daily", SCHEDULE_TEXTS.fiveFields],
  ["0 9 * * * *", SCHEDULE_TEXTS.fiveFields],
  ["often", SCHEDULE_TEXTS.fiveFields],
  ["61 * * * *", "cron: Invalid value for minute: 61"],
  ["0 9 * * FUNDAY", /^cron: .*FUNDAY/],
  ["0 0 30 2 *", SCHEDULE_TEXTS.neverDue],
  ["* * * * *", SCHEDULE_TEXTS.tooOften],
  ["*/4 * * * *", SCHEDULE_TEXTS.tooOften],
  ["0,58 * * * *", SCHEDULE_TEXTS.tooOften],
  ["2,58 0,23 * * *", SCHEDULE_TEXTS.tooOften],
  ["2,58 9,10 * * *", SCHEDULE_TEXTS.tooOften],
  ["0,5,10,12 8 * * 1", SCHEDULE_TEXTS.tooOften],
])("rejects the expression %s and names the reason", (cron, words) => {
  const refuse = () => requireCronTimes(cron, "UTC");
  expect(refuse).toThrow(words);
  expect(refuse).toThrow(
    expect.objectContaining({ status: 400, errors: [expect.objectContaining({ field: "cron" })] }),
  );
});

test.each([
  "*/5 * * * *",
  "0,55 * * * *",
  "0 0 29 2 *",
  "0 9 L * *",
  "0 9 * * 5#2",
  "15,45 8-18 * * MON-FRI",
])("accepts the expression %s", (cron) => {
  expect(() => requireCronTimes(cron, "America/New_York")).not.toThrow();
  expect(createCronTimes(cron, "America/New_York").several(new Date(), 5)).toHaveLength(5);
});

test.each(["Mars/Phobos", "+02:00", "", "Europe/Berlin; DROP TABLE", "GMT+25"])(
  "rejects the time zone %j and names it",
  (zone) => {
    expect(() => requireCronTimes("0 9 * * *", zone)).toThrow(SCHEDULE_TEXTS.badTimeZone(zone));
  },
);
