import { describe, expect, it } from "vitest";
import { readAgentLine } from "./agent-line.ts";

const MIB = 1024 * 1024;
const write = (data: unknown) => JSON.stringify({ type: "state", data });

describe("the line with the state of a conversation", () => {
  it("is read up to 1 MiB", () => {
    expect(readAgentLine(write("abc"))).toEqual({ state: "abc" });
    expect(readAgentLine(write("x".repeat(MIB)))).toEqual({ state: "x".repeat(MIB) });
  });

  it.each([["x".repeat(MIB + 1)], [undefined], [null], [{ a: 1 }]])(
    "is treated as printed text if it contains no valid state",
    (data) => {
      expect(readAgentLine(write(data))).toMatchObject({ event: { type: "log", level: "info" } });
    },
  );

  it("contains only characters that the database can store", () => {
    expect(readAgentLine(write("a\u0000b"))).toEqual({ state: "a\uFFFDb" });
  });
});
