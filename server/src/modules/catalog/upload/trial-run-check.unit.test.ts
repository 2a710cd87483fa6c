import { expect, test } from "vitest";
import { createTrialInput } from "./trial-run-check.ts";

const input = (name: string, change = {}) => ({
  name,
  type: "string" as const,
  required: true,
  description: "",
  ...change,
});

test("the first declared example is sent as it is", () => {
  expect(createTrialInput([input("message")], [{ topic: "x" }, { topic: "y" }])).toEqual({ topic: "x" });
});

test("the message is Hello if the file has no example", () => {
  expect(createTrialInput([input("message")], [])).toEqual({ message: "Hello" });
  expect(createTrialInput([], [])).toEqual({ message: "Hello" });
  expect(createTrialInput([input("message", { required: false })], [])).toEqual({ message: "Hello" });
});

test("required parameters get a value of their type, and optional parameters keep their default", () => {
  const inputs = [
    input("query"),
    input("count", { type: "integer" }),
    input("strict", { type: "boolean" }),
    input("rows", { type: "array" }),
    input("options", { type: "object" }),
    input("tone", { choices: ["warm", "formal"] }),
    input("language", { required: false, default: "en" }),
  ];
  expect(createTrialInput(inputs, [])).toEqual({
    query: "Hello",
    count: 1,
    strict: true,
    rows: [],
    options: {},
    tone: "warm",
  });
});
