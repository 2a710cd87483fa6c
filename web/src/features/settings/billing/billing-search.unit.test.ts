import { expect, it } from "vitest";
import { createBillingFilter, formatMonth, readKind, readMonth } from "./billing-search.ts";

it("requests the history of a month from its first day to its last", () => {
  expect(createBillingFilter({ month: "2028-02", kind: "run" })).toEqual({
    kind: "run",
    from: "2028-02-01",
    to: "2028-02-29",
  });
  expect(createBillingFilter({ month: "2026-12" })).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(createBillingFilter({ entry: "trf_1" })).toEqual({});
});

it("ignores invalid values in the URL", () => {
  expect([readMonth("2026-13"), readMonth("2026-11"), readKind("run"), readKind("theft")]).toEqual([
    undefined,
    "2026-11",
    "run",
    undefined,
  ]);
});

it("formats a month in UTC in every time zone", () => {
  expect(formatMonth("2026-11")).toBe("November 2026");
});
