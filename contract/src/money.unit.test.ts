import fc from "fast-check";
import { expect, test } from "vitest";
import { isWholeMicroUsd, nanoToDecimal, nanoToUsd, usdToNano } from "./money.ts";

test.each([
  [0n, "0"],
  [1n, "0.000000001"],
  [1_500_000n, "0.0015"],
  [10_000_000_000n, "10"],
  [-2_500_000_000n, "-2.5"],
])("formats %d nano-USD as %s", (nano, text) => {
  expect(nanoToDecimal(nano)).toBe(text);
  expect(nanoToUsd(nano)).toBe(Number(text));
});

test("every whole micro-USD amount up to 8 million USD is the same after conversion to JSON and back", () => {
  fc.assert(
    fc.property(fc.bigInt(-8_000_000n, 8_000_000n), fc.bigInt(0n, 999_999n), (usd, micro) => {
      const nano = usd * 1_000_000_000n + (usd < 0n ? -micro : micro) * 1000n;
      fc.pre(nano <= 8_000_000_000_000_000n && nano >= -8_000_000_000_000_000n);
      expect(usdToNano(JSON.parse(JSON.stringify(nanoToUsd(nano))))).toBe(nano);
    }),
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e12])("rejects %d as an amount", (usd) => {
  expect(() => usdToNano(usd)).toThrow(RangeError);
});

test("a price is a whole number of micro-USD", () => {
  for (const price of [0, 0.000001, 0.0001, 0.000123, 1]) expect(isWholeMicroUsd(price)).toBe(true);
  for (const price of [0.0000001, 0.0000015, 0.00012345]) expect(isWholeMicroUsd(price)).toBe(false);
});
