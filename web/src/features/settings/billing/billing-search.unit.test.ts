import { expect, it } from "vitest";
import { billingFilter, monthName, readKind, readMonth } from "./billing-search.ts";

it("requests a month from its first day to its last", () => {
  expect(billingFilter({ month: "2028-02", kind: "run" })).toEqual({
    kind: "run",
    from: "2028-02-01",
    to: "2028-02-29",
  });
  expect(billingFilter({ month: "2026-12" })).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(billingFilter({ entry: "trf_1" })).toEqual({});
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
  expect(monthName("2026-11")).toBe("November 2026");
});
