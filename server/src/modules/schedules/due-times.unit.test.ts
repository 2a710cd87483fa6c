import { expect, test } from "vitest";
import { createCronTimes } from "./cron-times.ts";
import { getDueTimes } from "./due-times.ts";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const due = (first: string, now: string, endsAt: Date | null = null) =>
  getDueTimes(createCronTimes("*/10 * * * *", "UTC"), at(first), { now: at(now), endsAt });

test("a time is due as soon as it is reached", () => {
  expect(due("09:10:00", "09:10:00")).toEqual({
    missed: undefined,
    due: at("09:10:00"),
    next: at("09:20:00"),
  });
  expect(due("09:10:00", "09:19:59")).toEqual({
    missed: undefined,
    due: at("09:10:00"),
    next: at("09:20:00"),
  });
});

test("only the last of several pending times is due, and the earlier times are missed", () => {
  expect(due("09:10:00", "09:35:00")).toEqual({
    missed: { from: at("09:10:00"), to: at("09:20:00") },
    due: at("09:30:00"),
    next: at("09:40:00"),
  });
});

test("a time remains due for one hour and is missed after that", () => {
  const hourly = (now: string) =>
    getDueTimes(createCronTimes("0 8 * * *", "UTC"), at("08:00:00"), { now: at(now), endsAt: null });
  expect(hourly("09:00:00").due).toEqual(at("08:00:00"));
  expect(hourly("09:00:01")).toMatchObject({
    missed: { from: at("08:00:00"), to: at("08:00:00") },
    due: undefined,
  });
});

test("no time after the end is due or next, but times before the end are", () => {
  expect(due("09:10:00", "09:35:00", at("09:25:00"))).toEqual({
    missed: { from: at("09:10:00"), to: at("09:10:00") },
    due: at("09:20:00"),
    next: null,
  });
});

test("handles years of downtime in one step", () => {
  const { missed, next } = getDueTimes(
    createCronTimes("*/5 * * * *", "Europe/Berlin"),
    new Date("2006-01-01T00:00:00Z"),
    {
      now: at("09:07:00"),
      endsAt: null,
    },
  );
  expect(missed?.to).toEqual(at("09:00:00"));
  expect(next).toEqual(at("09:10:00"));
});
