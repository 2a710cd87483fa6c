import { describe, expect, it } from "vitest";
import { formatUsage, getQuotaShare, getQuotaTone, readQuota } from "./quota.ts";

describe("usage of a connector", () => {
  it("shows a count and, if there is a quota, a percentage with one decimal", () => {
    expect(formatUsage({ current_usage: 1234, usage_quota: null })).toBe("1,234");
    expect(formatUsage({ current_usage: 1, usage_quota: 3 })).toBe("1 / 3 (33.3%)");
    expect(formatUsage({ current_usage: 0, usage_quota: 0 })).toBe("0 / 0 (100.0%)");
    expect(formatUsage({ current_usage: 12, usage_quota: 10 })).toBe("12 / 10 (120.0%)");
  });

  it("is green up to 75 percent, yellow above, red above 90", () => {
    const tones = [0, 75, 76, 90, 91, 100].map((used) => getQuotaTone(getQuotaShare(used, 100)));
    expect(tones).toEqual(["ok", "ok", "warn", "warn", "danger", "danger"]);
    expect(getQuotaTone(getQuotaShare(751, 1000))).toBe("warn");
  });
});

describe("quota field", () => {
  it("accepts a whole number, or nothing for no quota", () => {
    expect(["", " ", "0", " 100 "].map(readQuota)).toEqual([null, null, 0, 100]);
  });

  it("refuses negative numbers, fractions, words, exponents and numbers that are too large", () => {
    for (const typed of ["-1", "1.5", "ten", "1e3", "99999999999999999999"])
      expect(readQuota(typed)).toBeUndefined();
  });
});
