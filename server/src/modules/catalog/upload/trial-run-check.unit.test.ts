import { expect, test } from "vitest";
import { createTrialInput as create } from "./trial-run-check.ts";

const input = (name: string, change = {}) => ({
  name,
  type: "string" as const,
  required: true,
  description: "",
  ...change,
});

const SAMPLE = { id: `file_${"1".repeat(32)}`, name: "example.csv", type: "text/csv", bytes: 10 };
const chooseSampleFile = (accept: readonly string[] = []) =>
  accept.includes(".csv") ? SAMPLE : { ...SAMPLE, id: `file_${"2".repeat(32)}` };

const createTrialInput = (inputs: Parameters<typeof create>[0], examples: Parameters<typeof create>[1]) =>
  create(inputs, examples, { chooseSampleFile });

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

test("a file is a sample of the expected kind, also if the example names a file of the developer's machine", () => {
  const table = input("table", { type: "file", accept: [".csv"] });
  const pictures = input("pictures", { type: "files" });
  expect(createTrialInput([table, pictures], [])).toEqual({
    table: SAMPLE.id,
    pictures: [`file_${"2".repeat(32)}`],
  });
  expect(createTrialInput([table], [{ table: "/home/ada/sales.csv", year: 2026 }])).toEqual({
    table: SAMPLE.id,
    year: 2026,
  });
});

test("an optional file is sent only if its kind is known", () => {
  const optional = { type: "file", required: false };
  expect(createTrialInput([input("table", { ...optional, accept: [".csv"] })], [])).toEqual({
    table: SAMPLE.id,
  });
  expect(createTrialInput([input("logo", optional)], [])).toEqual({});
});
