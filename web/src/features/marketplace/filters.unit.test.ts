import { describe, expect, it } from "vitest";
import { isFiltered, readFilters } from "./filters.ts";

describe("filters in the URL", () => {
  it("include only values that the contract defines", () => {
    const filters = readFilters({
      search: "csv",
      category: "finance",
      framework: "cobol",
      pricing: "free",
      sort: "loudest",
    });
    expect(filters).toEqual({ search: "csv", category: "finance", pricing: "free" });
  });

  it("count as active filters, but a sort order does not", () => {
    expect(isFiltered({ sort: "newest" })).toBe(false);
    expect(isFiltered({ category: "finance" })).toBe(true);
  });
});
