import { describe, expect, it } from "vitest";
import { readMarketSearch } from "./screen-search.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

describe("parsing search parameters", () => {
  it("returns the same parameters after a round trip", () => {
    const search = { search: "123", category: "finance", agent: "4" };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(stringifySearch({ search: undefined, category: "" })).toBe("");
  });

  it("keeps filter values as text and drops an agent ID that is not a number", () => {
    const raw = parseSearch("?search=123&category=nope&pricing=free&agent=x&tab=tryit");
    const read = readMarketSearch({ ...raw, __TSearchSchemaInput__: "TSearchSchemaInput" });
    expect(read).toMatchObject({
      search: "123",
      category: "nope",
      pricing: "free",
      agent: undefined,
      tab: "tryit",
    });
  });
});
