import { expect, it } from "vitest";
import { findFileIds, formatFileIds, hasPendingFile, isExpectedFile, parseFileIds } from "./file-input.ts";

const FILE = { type: "file" } as const;
const FILES = { type: "files" } as const;
const A = `file_${"a".repeat(32)}`;
const B = `file_${"b".repeat(32)}`;

it("keeps the IDs of files in the value of a field", () => {
  expect(parseFileIds(FILE, formatFileIds(FILE, [A]))).toEqual([A]);
  expect(parseFileIds(FILES, formatFileIds(FILES, [A, B]))).toEqual([A, B]);
  expect([formatFileIds(FILE, []), formatFileIds(FILES, [])]).toEqual(["", ""]);
});

it("marks a value as pending while a file is uploaded, and keeps the other files", () => {
  const value = formatFileIds(FILES, [A], true);
  expect(hasPendingFile(FILES, value)).toBe(true);
  expect(parseFileIds(FILES, value)).toEqual([A]);
  expect(hasPendingFile(FILE, formatFileIds(FILE, [], true))).toBe(true);
  expect(hasPendingFile(FILE, A)).toBe(false);
});

it("ignores values that are not IDs of files", () => {
  expect(parseFileIds(FILE, "invoice.pdf")).toEqual([]);
  expect(parseFileIds(FILES, "not JSON")).toEqual([]);
});

it("compares extensions without regard to case, and expects any file if none is named", () => {
  expect(isExpectedFile({ accept: [".csv"] }, "Sales.CSV")).toBe(true);
  expect(isExpectedFile({ accept: [".csv"] }, "sales.pdf")).toBe(false);
  expect(isExpectedFile({}, "sales.pdf")).toBe(true);
});

it("finds the files in the input of a run", () => {
  expect(findFileIds({ message: "Compare", left: A, rest: [B, "text"] })).toEqual([A, B]);
  expect(findFileIds(null)).toEqual([]);
});
