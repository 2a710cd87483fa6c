import { describe, expect, it } from "vitest";
import { isFiltered, readFilters } from "./filters.ts";

describe("reading filters from the URL", () => {
  it("includes only values that the contract defines", () => {
    const filters = readFilters({
      search: "csv",
      category: "finance",
      framework: "cobol",
      pricing: "free",
      sort: "loudest",
    });
    expect(filters).toEqual({ search: "csv", category: "finance", pricing: "free" });
  });

  it("counts filters as active, but not a sort order", () => {
    expect(isFiltered({ sort: "newest" })).toBe(false);
    expect(isFiltered({ category: "finance" })).toBe(true);
  });
});
