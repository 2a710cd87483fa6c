import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { IF_NODE } from "../if.ts";

type Condition = [type: string, operation: string, left: JsonValue, right?: JsonValue, passes?: boolean];

function parameters(condition: Condition, options: Record<string, JsonValue>) {
  const [type, operation, leftValue, rightValue = ""] = condition;
  return {
    conditions: {
      options: { caseSensitive: true, leftValue: "", typeValidation: "strict", version: 2, ...options },
      conditions: [{ id: "1", leftValue, rightValue, operator: { type, operation } }],
      combinator: "and",
    },
  };
}

async function decide(condition: Condition, options: Record<string, JsonValue> = {}) {
  const ran = await runNode({ type: IF_NODE, version: 2.2, parameters: parameters(condition, options) });
  return ran.error ? ran.error.message : ran.outputs[0]?.length === 1;
}

describe("Operators in version 2 and later", () => {
  const day = "2024-05-01T00:00:00Z";
  const next = "2024-05-02";
  const YES: Condition[] = [
    ["string", "equals", "a", "a"],
    ["string", "notEquals", "a", "A"],
    ["string", "contains", "abc", "b"],
    ["string", "notContains", "abc", "B"],
    ["string", "startsWith", "abc", "ab"],
    ["string", "notStartsWith", "abc", "b"],
    ["string", "endsWith", "abc", "bc"],
    ["string", "notEndsWith", "abc", "b"],
    ["string", "regex", "a-1", "^[a-z]-\\d$"],
    ["string", "regex", "A-1", "/^[a-z]-\\d$/i"],
    ["string", "notRegex", "A", "^a"],
    ["string", "empty", ""],
    ["string", "empty", "={{ $json.none }}"],
    ["string", "notEmpty", "a"],
    ["string", "exists", ""],
    ["string", "notExists", "={{ $json.none }}"],
    ["number", "equals", 1, 1],
    ["number", "notEquals", 1, 2],
    ["number", "gt", 2, 1],
    ["number", "lt", 1, 2],
    ["number", "gte", 2, 2],
    ["number", "lte", 2, 2],
    ["number", "empty", null],
    ["number", "notEmpty", 0],
    ["number", "exists", 0],
    ["dateTime", "equals", day, "2024-05-01T02:00:00+02:00"],
    ["dateTime", "notEquals", day, next],
    ["dateTime", "after", next, day],
    ["dateTime", "before", day, next],
    ["dateTime", "afterOrEquals", day, day],
    ["dateTime", "beforeOrEquals", day, next],
    ["dateTime", "exists", day],
    ["boolean", "true", true],
    ["boolean", "false", false],
    ["boolean", "false", null],
    ["boolean", "equals", true, true],
    ["boolean", "notEquals", true, false],
    ["boolean", "empty", null],
    ["array", "contains", ["a", 1], 1],
    ["array", "notContains", ["a"], "b"],
    ["array", "lengthEquals", [1, 2], 2],
    ["array", "lengthNotEquals", [1], 2],
    ["array", "lengthGt", [1, 2], 1],
    ["array", "lengthLt", [], 1],
    ["array", "lengthGte", [1], 1],
    ["array", "lengthLte", [1], 1],
    ["array", "empty", []],
    ["array", "notEmpty", [1]],
    ["object", "exists", {}],
    ["object", "empty", {}],
    ["object", "notEmpty", { a: 1 }],
  ];
  it.each(YES)("%s %s is true for %j and %j", async (...condition) => {
    expect(await decide(condition)).toBe(true);
  });

  const NO: Condition[] = [
    ["string", "equals", "a", "A"],
    ["string", "contains", "", "a"],
    ["string", "regex", "b", "a"],
    ["string", "exists", "={{ $json.none }}"],
    ["number", "gt", 1, 1],
    ["number", "empty", 0],
    ["dateTime", "after", "={{ $json.none }}", day],
    ["boolean", "true", "={{ $json.none }}"],
    ["array", "contains", ["1"], 1],
    ["object", "notEmpty", null],
    ["string", "isLike", "a", "a"],
  ];
  it.each(NO)("%s %s is false for %j and %j", async (...condition) => {
    expect(await decide(condition)).toBe(false);
  });
});

describe("type validation", () => {
  it.each<[Condition, string]>([
    [
      ["number", "equals", "5", 5],
      "Wrong type: '5' is a string but was expecting a number [condition 0, item 0]",
    ],
    [
      ["number", "equals", 5, "5"],
      "Wrong type: '5' is a string but was expecting a number [condition 0, item 0]",
    ],
    [
      ["string", "equals", false, "a"],
      "Wrong type: 'false' is a boolean but was expecting a string [condition 0, item 0]",
    ],
    [
      ["string", "equals", { a: 1 }, "a"],
      "Wrong type: '[object Object]' is an object but was expecting a string [condition 0, item 0]",
    ],
    [
      ["object", "notEmpty", [1]],
      "Wrong type: '1' is an object but was expecting an object [condition 0, item 0]",
    ],
    [
      ["dateTime", "after", "soon", "2024-01-01"],
      "Wrong type: 'soon' is a string but was expecting a dateTime [condition 0, item 0]",
    ],
    [["string", "regex", "a", "("], "'(' is not a valid regular expression [condition 0, item 0]"],
    [["number", "equals", "x", "y"], "Comparison type expects a number but both fields are a string"],
  ])("refuses %j if type validation is strict", async (condition, message) => {
    expect(await decide(condition)).toBe(message);
  });

  it.each<[Condition, boolean | string]>([
    [["number", "equals", "5", 5], true],
    [["string", "equals", 5, "5"], true],
    [["boolean", "true", "true"], true],
    [["boolean", "true", "no"], true],
    [["boolean", "true", "false"], false],
    [["array", "contains", "[1,2]", 2], true],
    [["object", "notEmpty", '{"a": 1}'], true],
    [
      ["number", "equals", "five", 5],
      "Conversion error: the string 'five' can't be converted to a number [condition 0, item 0]",
    ],
    [
      ["array", "empty", "no"],
      "Conversion error: the string 'no' can't be converted to an array [condition 0, item 0]",
    ],
  ])("converts %j if type validation is loose: %j", async (condition, expected) => {
    expect(await decide(condition, { typeValidation: "loose" })).toBe(expected);
  });

  it.each<[Condition, boolean]>([
    [["string", "equals", "ABC", "abc"], true],
    [["string", "contains", "xABCx", "aBc"], true],
    [["array", "contains", ["A"], "a"], true],
    [["string", "regex", "ABC", "^[a-c]+$"], true],
    [["string", "notEquals", "ABC", "abc"], false],
  ])("ignores letter case in %j if `caseSensitive` is false", async (condition, expected) => {
    expect(await decide(condition, { caseSensitive: false })).toBe(expected);
  });

  it.each<[number, Condition, boolean]>([
    [1, ["boolean", "true", "false"], true],
    [2, ["boolean", "true", "false"], false],
    [2, ["number", "equals", "", 0], true],
    [3, ["number", "equals", "", 0], false],
    [3, ["number", "empty", ""], true],
    [3, ["number", "notEmpty", []], false],
  ])("converts as version %s does: %j", async (version, condition, expected) => {
    expect(await decide(condition, { typeValidation: "loose", version })).toBe(expected);
  });

  it("is strict and case-sensitive without options", async () => {
    const conditions = (leftValue: JsonValue) => ({
      conditions: [{ leftValue, rightValue: "a", operator: { type: "string", operation: "equals" } }],
      combinator: "and",
    });
    const run = (leftValue: JsonValue) =>
      runNode({ type: IF_NODE, version: 2.2, parameters: { conditions: conditions(leftValue) } });
    expect((await run("A")).outputs).toEqual([[], [{}]]);
    expect((await run(1)).error?.message).toMatch(/^Wrong type/);
  });

  it("names the parameter of an invalid value", async () => {
    const ran = await runNode({
      type: IF_NODE,
      version: 2,
      parameters: parameters(["number", "gt", 1, "x"], {}),
    });
    expect(ran.error).toMatchObject({ node: "Node", field: "conditions.conditions[0].rightValue" });
  });
});
