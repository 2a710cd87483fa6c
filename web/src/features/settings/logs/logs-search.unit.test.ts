import { expect, it } from "vitest";
import { createLogsFilter, describePage, isNarrowed, removeFilters } from "./logs-search.ts";

it("requests the last week by default and omits empty filters", () => {
  expect(createLogsFilter({})).toEqual({ period: "7d" });
  expect(createLogsFilter({ period: "24h", search: "", agent_id: 4, status: "error", page: 3 })).toEqual({
    period: "24h",
    agent_id: 4,
    status: "error",
  });
});

it("the period and the page do not count as filters, so removing filters keeps the period", () => {
  expect(isNarrowed({ period: "90d", page: 2 })).toBe(false);
  expect(isNarrowed({ status: "success" })).toBe(true);
  expect(removeFilters({ period: "90d", search: "x", page: 2, run: "run_1" })).toEqual({ period: "90d" });
});

it.each([
  [1, 50, 55, "Showing 50 of 55 calls"],
  [2, 5, 55, "Showing 51-55 of 55 calls"],
  [2, 0, 0, "Showing 0 of 0 calls"],
])("describes page %i with %i of %i calls: %s", (page, count, total, text) => {
  expect(describePage(page, count, total)).toBe(text);
});
