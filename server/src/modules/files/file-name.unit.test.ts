import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanFileName, getExtension } from "./file-name.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["Grüße 木 👩‍🚀.txt", "Grüße 木 👩‍🚀.txt"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\Ada\\notes.md", "notes.md"],
  ["..", "file"],
  [".", "file"],
  ["../..", "file"],
  ["", "file"],
  ["   ", "file"],
  [".bashrc", "bashrc"],
  [".pdf", "pdf"],
  ["a/", "file"],
  ["a\u0000.png\u0000.html", "a.png.html"],
  ["line\r\nbreak\t.txt", "linebreak.txt"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["a\u2066b\u2069\u200F\u061C.txt", "ab.txt"],
  ["zero\u200Bwidth\uFEFF.txt", "zerowidth.txt"],
  ["\u200D\u200C", "file"],
  ["half \uD83D.txt", "half .txt"],
  ["name. . .", "name"],
  ['quote".txt', 'quote".txt'],
  ["e\u0301.txt", "é.txt"],
])("the name %j becomes %j", (name, expected) => {
  expect(cleanFileName(name)).toBe(expected);
});

test("a long name is cut between characters and keeps its extension", () => {
  const cut = cleanFileName(`${"👩‍🚀".repeat(100)}.tar`);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255);
  expect(Buffer.byteLength(cut)).toBeGreaterThan(255 - Buffer.byteLength("👩‍🚀"));
  expect(cut).toMatch(/^(👩‍🚀)+\.tar$/u);
  expect(Buffer.byteLength(cleanFileName("a".repeat(1_000)))).toBe(255);
  expect(Buffer.byteLength(cleanFileName(`a\u0301${"\u0300".repeat(600)}.txt`))).toBeLessThanOrEqual(255);
});

test("every name becomes one that is safe as the name of a file, and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
      const clean = cleanFileName(name);
      expect(clean).not.toMatch(/[/\\]|(?![\u200c\u200d])\p{C}|^\.|^$/u);
      expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(255);
      expect(Buffer.from(clean).toString()).toBe(clean);
      expect(cleanFileName(clean)).toBe(clean);
    }),
  );
});

test("the extension is in lower case, and only a short end of the name is one", () => {
  expect(getExtension("A.PDF")).toBe("pdf");
  expect(getExtension("README")).toBe("");
  expect(getExtension("Dr. Who met the Daleks")).toBe("");
});
