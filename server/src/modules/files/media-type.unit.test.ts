import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { PNG } from "./files.fixture.ts";
import { detectMediaType, TYPE_SAMPLE_BYTES } from "./media-type.ts";

const text = (content: string) => Buffer.from(content);

test.each([
  ["a.png", PNG, "image/png"],
  ["a picture without extension", PNG, "image/png"],
  ["page.html", PNG, "image/png"],
  ["a.pdf", text("%PDF-1.7\n"), "application/pdf"],
  ["a.wav", Buffer.concat([text("RIFF"), Buffer.alloc(4), text("WAVEfmt ")]), "audio/wav"],
  ["notes", text("Plain text"), "text/plain"],
  ["a.csv", text("name,size\nÄ,1\n"), "text/csv"],
  ["a.json", text('{"a": 1}'), "application/json"],
  ["a.md", text("# Title"), "text/markdown"],
  ["a.py", text("print(1)"), "text/plain"],
  ["a.html", text("hello"), "text/html"],
  ["a.svg", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml"],
  ["a.bin", Buffer.from([0, 1, 2, 3]), "application/octet-stream"],
  ["a.txt", Buffer.from([0x66, 0xff, 0x66]), "application/octet-stream"],
  ["a.txt", text("with\u0000zero"), "application/octet-stream"],
  ["a.zip", Buffer.from(zipSync({ "a.txt": text("a") })), "application/zip"],
  [
    "a.docx",
    Buffer.from(zipSync({ "unknown.xml": text("<a/>") })),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
])("%s is recognized by its content", async (name, content, type) => {
  expect(await detectMediaType(content, name)).toBe(type);
});

test.each([
  ["a picture that is a page", "a.png", "<!DOCTYPE html><script>alert(1)</script>", "text/html"],
  ["a text that is a page", "a.txt", "  \n<!-- note --><HTML><body>", "text/html"],
  ["a script", "a.csv", "<script>alert(1)</script>", "text/html"],
  ["a picture that is SVG", "a.jpg", '<?xml version="1.0"?><svg onload="alert(1)">', "image/svg+xml"],
  ["SVG after a doctype", "a.txt", "<!DOCTYPE svg PUBLIC><svg>", "image/svg+xml"],
])("%s is not what its name claims", async (_title, name, content, type) => {
  expect(await detectMediaType(text(content), name)).toBe(type);
});

test("a picture that continues as a page is a picture", async () => {
  expect(await detectMediaType(text("GIF89a/*<html>*/=1;alert(1)"), "a.html")).toBe("image/gif");
});

test("a text whose sample ends within a character is text", async () => {
  const sample = text("ä".repeat(TYPE_SAMPLE_BYTES)).subarray(0, 4_099);
  expect(await detectMediaType(sample, "a.txt")).toBe("text/plain");
});
