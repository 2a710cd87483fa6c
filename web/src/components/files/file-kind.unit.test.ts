import { expect, it } from "vitest";
import { getFileKind } from "./file-kind.ts";
import { findFileProblem } from "./file-problem.ts";

it.each([
  ["chart.png", "image/png", "image"],
  ["drawing.svg", "image/svg+xml", "other"],
  ["page.html", "text/html", "other"],
  ["page.html", "text/plain", "other"],
  ["sales.csv", "text/csv", "table"],
  ["sales.tsv", "text/plain", "table"],
  ["notes.md", "text/markdown", "markdown"],
  ["data.json", "application/json", "json"],
  ["log", "text/plain; charset=utf-8", "text"],
  ["talk.mp3", "audio/mpeg", "audio"],
  ["clip.webm", "video/webm", "video"],
  ["report.pdf", "application/pdf", "pdf"],
  ["sales.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "other"],
] as const)("shows %s of type %s as %s", (name, type, kind) => {
  expect(getFileKind({ name, type })).toBe(kind);
});

it("refuses empty files and files above the limit of the plan before they are uploaded", () => {
  expect(findFileProblem({ size: 0 }, 10)).toBe("This file is empty. Choose another file.");
  expect(findFileProblem({ size: 30_000_000 }, 20_000_000)).toBe(
    "This file is too large. Your plan allows files up to 20 MB.",
  );
  expect(findFileProblem({ size: 30_000_000 }, undefined)).toBeNull();
});
