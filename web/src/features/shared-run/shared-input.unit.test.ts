import { expect, test } from "vitest";
import { listInputItems } from "./shared-input.ts";

test("the message that a client sent under several names is listed once", () => {
  expect(listInputItems({ message: "Hello", query: "Hello", text: "", topic: "Hello" })).toEqual([
    { name: "message", value: "Hello", kind: "text" },
    { name: "topic", value: "Hello", kind: "text" },
  ]);
});

test("files are listed by name, and other values as JSON", () => {
  expect(
    listInputItems({ report: { file: "a.pdf" }, more: [{ file: "b.csv" }, { file: null }], depth: { a: 1 } }),
  ).toEqual([
    { name: "report", value: "a.pdf", kind: "file" },
    { name: "more", value: "b.csv\nDeleted file", kind: "file" },
    { name: "depth", value: '{\n  "a": 1\n}', kind: "json" },
  ]);
  expect(listInputItems(null)).toEqual([]);
});
