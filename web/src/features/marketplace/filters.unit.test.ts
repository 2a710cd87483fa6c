import { describe, expect, it } from "vitest";
import { isFiltered, readFilters } from "./filters.ts";

describe("filters in the address", () => {
  it("are only those that the contract knows", () => {
    const filters = readFilters({
      search: "csv",
      category: "finance",
      framework: "cobol",
      pricing: "free",
      sort: "loudest",
    });
    expect(filters).toEqual({ search: "csv", category: "finance", pricing: "free" });
  });

  it("narrow the list, a sort does not", () => {
    expect(isFiltered({ sort: "newest" })).toBe(false);
    expect(isFiltered({ category: "finance" })).toBe(true);
  });
});
