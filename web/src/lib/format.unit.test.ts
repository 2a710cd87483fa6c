import { describe, expect, it } from "vitest";
import {
  formatMilliseconds,
  formatPercent,
  formatPlural,
  formatPricePerMillion,
  formatRoundedShare,
  formatSeconds,
  formatUsd,
  formatUsdExact,
  formatUsdFull,
  formatUsdRow,
  formatUses,
} from "./format.ts";

describe("formatting money", () => {
  it("shows 2 decimals in cards, 4 in rows, 6 on the meter", () => {
    expect(formatUsd(0.7654)).toBe("$0.77");
    expect(formatUsdRow(0.0012)).toBe("$0.0012");
    expect(formatUsdExact(0.0001526)).toBe("$0.000153");
  });

  it("shows as many decimals as an amount needs, up to micro-dollars", () => {
    expect(formatUsdFull(0)).toBe("$0.00");
    expect(formatUsdFull(12.5)).toBe("$12.50");
    expect(formatUsdFull(0.0421)).toBe("$0.0421");
    expect(formatUsdFull(0.000294)).toBe("$0.000294");
    expect(formatUsdFull(9.999236)).toBe("$9.999236");
    expect(formatUsdFull(-0.000294)).toBe("-$0.000294");
  });

  it("shows a price per token as a price per 1M tokens", () => {
    expect(formatPricePerMillion(0.0001)).toBe("$100.00");
    expect(formatPricePerMillion(0.0000042)).toBe("$4.20");
    expect(formatPricePerMillion(1)).toBe("$1,000,000");
  });
});

describe("formatting counts, shares and times", () => {
  it("abbreviates uses above 1,000 with the suffix K", () => {
    expect(formatUses(1000)).toBe("1,000");
    expect(formatUses(1482)).toBe("1.5K");
    expect(formatUses(2000)).toBe("2K");
    expect(formatUses(153_200)).toBe("153K");
  });

  it("rounds percentages to one decimal, and success rates to whole numbers or a dash", () => {
    expect(formatPercent(0.9765)).toBe("97.7%");
    expect(formatRoundedShare(2, 3)).toBe("67%");
    expect(formatRoundedShare(0, 0)).toBe("–");
  });

  it("shows a duration in milliseconds or seconds, rounded", () => {
    expect(formatMilliseconds(1.3424)).toBe("1342 ms");
    expect(formatSeconds(0.0412)).toBe("41ms");
    expect(formatSeconds(2.34)).toBe("2.3s");
  });

  it("uses the singular for one and the plural for many", () => {
    expect(formatPlural(1, "call")).toBe("1 call");
    expect(formatPlural(1200, "call")).toBe("1,200 calls");
  });
});
