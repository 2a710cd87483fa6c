import { expect, test } from "vitest";
import { OperatorError } from "../operator-error.ts";
import { endOfDay, parseAgentId, parseAmount, parseRunId, parseSince, requireReason } from "./arguments.ts";

const NOW = new Date("2026-11-21T20:00:00Z");

test.each([
  ["25", 25_000_000_000n],
  ["0.5", 500_000_000n],
  ["0.000000001", 1n],
  ["12.345678901", 12_345_678_901n],
  ["100000", 100_000_000_000_000n],
])("parses %s USD exactly", (word, nano) => {
  expect(parseAmount(word)).toBe(nano);
});

test.each(["0", "-1", "1e3", "1,5", "0.0000000001", "100000.000000001", "9999999999", "", "0x10", "1."])(
  "rejects the amount %j",
  (word) => {
    expect(() => parseAmount(word)).toThrow(OperatorError);
  },
);

test("a day can be a date or a number of days, and credits expire at the last millisecond of their day", () => {
  expect(endOfDay("2026-12-31", NOW).toISOString()).toBe("2026-12-31T23:59:59.999Z");
  expect(endOfDay("2026-11-21", NOW).toISOString()).toBe("2026-11-21T23:59:59.999Z");
  expect(endOfDay("30d", NOW).toISOString()).toBe("2026-12-21T23:59:59.999Z");
  expect(parseSince("7d", NOW).toISOString()).toBe("2026-11-14T20:00:00.000Z");
  expect(parseSince("2026-11-01", NOW).toISOString()).toBe("2026-11-01T00:00:00.000Z");
});

test.each(["2026-11-20", "2027-02-30", "2032-01-01", "tomorrow", "30", "1999999d", "2026-13-01", "99999d"])(
  "rejects the expiry day %j",
  (word) => {
    expect(() => endOfDay(word, NOW)).toThrow(OperatorError);
  },
);

test.each([undefined, "", "   ", "x".repeat(501)])("rejects the reason %j", (reason) => {
  expect(() => requireReason({ words: [], options: { reason } })).toThrow(OperatorError);
});

test("accepts only positive whole numbers as agent ids and only well-formed run ids", () => {
  expect(parseAgentId("12")).toBe(12);
  for (const word of ["0", "-1", "1.5", "twelve", "12345678901"])
    expect(() => parseAgentId(word)).toThrow(OperatorError);
  const id = `run_${"0a".repeat(16)}`;
  expect(parseRunId(id)).toBe(id);
  for (const word of ["run_1", id.toUpperCase(), `${id}'`])
    expect(() => parseRunId(word)).toThrow(OperatorError);
});
