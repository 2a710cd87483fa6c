import { getMessage } from "@stoa/contract";
import type { InputParameter } from "@stoa/runtime/protocol";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../platform/http/app-error.ts";
import { checkInput, getTask } from "./run-input.ts";

const parameter = (name: string, change: Partial<InputParameter> = {}): InputParameter => ({
  name,
  type: "string",
  required: true,
  description: "",
  ...change,
});
const takes = (inputParameters: InputParameter[], how: "parameters" | "input_data" = "parameters") => ({
  entry: { kind: "function" as const, takes: how },
  inputParameters,
});

describe("the message", () => {
  test("is the first non-empty text among its alternative names, in their order", () => {
    expect(getMessage({ input: "last", query: "third", research_query: " ", message: "" })).toBe("third");
    expect(getMessage({ message: 5, text: "text", content: "content" })).toBe("text");
    expect(getMessage({ message: "  kept as it is " })).toBe("  kept as it is ");
    expect(getMessage({ other: "x" })).toBe("");
  });

  test("reaches the agent only under the name that it declares", () => {
    expect(checkInput(takes([parameter("message")]), { query: "q", text: "t" })).toEqual({ message: "q" });
    expect(checkInput(takes([parameter("query")]), { message: "m", query: "m" })).toEqual({ query: "m" });
  });

  test("reaches an agent under its only message name, unless it declares two", () => {
    expect(checkInput(takes([parameter("query")]), { message: "m" })).toEqual({ query: "m" });
    expect(() => checkInput(takes([parameter("query"), parameter("text")]), { message: "m" })).toThrow(
      "query is required",
    );
    expect(() => checkInput(takes([parameter("query")]), { message: " " })).toThrow("query is required");
  });

  test("is left out if it is optional and empty, or has its default if there is one", () => {
    expect(checkInput(takes([parameter("message", { required: false })]), { message: " " })).toEqual({});
    const greeting = parameter("message", { required: false, default: "Hello" });
    expect(checkInput(takes([greeting]), {})).toEqual({ message: "Hello" });
  });

  test("is passed with the other fields to an entry point that takes input_data", () => {
    const given = { query: "q", depth: 2, text: "q" };
    expect(checkInput(takes([parameter("message")], "input_data"), given)).toEqual({
      ...given,
      message: "q",
    });
  });
});

describe("declared types", () => {
  test.each([
    ["integer", "42", 42],
    ["integer", 42, 42],
    ["number", " 2.5e1 ", 25],
    ["boolean", "true", true],
    ["boolean", false, false],
    ["string", 7, "7"],
    ["string", true, "true"],
    ["string", "", ""],
    ["array", "[1, 2]", [1, 2]],
    ["array", ["a"], ["a"]],
    ["object", '{"a": 1}', { a: 1 }],
  ] as const)("%s accepts %j", (type, value, expected) => {
    expect(checkInput(takes([parameter("x", { type })]), { x: structuredClone(value) as never })).toEqual({
      x: expected,
    });
  });

  test.each([
    ["integer", "4.5"],
    ["integer", "0x10"],
    ["integer", 1e300],
    ["number", "1e999"],
    ["number", "twelve"],
    ["boolean", 1],
    ["boolean", "yes"],
    ["string", ["a"]],
    ["array", "{}"],
    ["array", "[1"],
    ["object", []],
    ["object", "null"],
  ] as const)("%s refuses %j", (type, value) => {
    expect(() =>
      checkInput(takes([parameter("x", { type })]), { x: structuredClone(value) as never }),
    ).toThrow(AppError);
  });

  test("null and an empty form field count as missing", () => {
    const count = parameter("count", { type: "integer", required: false, default: 3 });
    expect(checkInput(takes([count]), { count: "" })).toEqual({ count: 3 });
    expect(checkInput(takes([count]), { count: null })).toEqual({ count: 3 });
  });

  test("a property that every object has is not an input", () => {
    expect(() => checkInput(takes([parameter("toString")]), {})).toThrow("toString is required");
  });
});

describe("the task of a run", () => {
  test("is the beginning of its message on one line", () => {
    expect(getTask({ message: " a\n\n b\u0000 " })).toBe("a b");
    expect(getTask({ city: "Naxos" })).toBe("Naxos");
    expect(getTask({ count: 3 })).toBeNull();
  });

  test("never splits a character", () => {
    const task = getTask({ message: "😀".repeat(300) }) ?? "";
    expect([...task]).toHaveLength(200);
    expect(new Set(task)).toEqual(new Set(["😀"]));
  });
});

test("a million digits that are not a number are refused without blocking the server", () => {
  const input = { size: `${"1".repeat(1_000_000)}x` };
  expect(() => checkInput(takes([parameter("size", { type: "number" })]), input)).toThrow("size");
});
