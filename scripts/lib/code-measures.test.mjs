import assert from "node:assert/strict";
import { test } from "node:test";
import ts from "typescript";
import { findLongFiles, findLongFunctions } from "./code-measures.mjs";

/** @param {number} count */
const lines = (count) => "x\n".repeat(count);

test("finds source files of more than 400 lines, the longest first", () => {
  const texts = [
    { path: "a.ts", text: lines(400) },
    { path: "b.ts", text: lines(401) },
    { path: "c.test.tsx", text: lines(402) },
    { path: "d.py", text: `${lines(400)}without a line break` },
  ];
  assert.deepEqual(findLongFiles(texts), [
    { path: "c.test.tsx", lines: 402 },
    { path: "b.ts", lines: 401 },
    { path: "d.py", lines: 401 },
  ]);
});

test("does not report long documents and data files", () => {
  const paths = ["README.md", "a.json", "requirements.txt"];
  assert.deepEqual(findLongFiles(paths.map((path) => ({ path, text: lines(1_000) }))), []);
});

test("finds functions of more than 80 lines in files that ship", () => {
  const text = `function short() {\n${lines(78)}}\nconst long = () => {\n${lines(79)}};\n`;
  const sources = ["a.ts", "a.test.ts"].map((path) => ({
    path,
    lines: 0,
    imports: [],
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  }));
  assert.deepEqual(findLongFunctions(sources), [{ name: "long", path: "a.ts", lines: 81 }]);
});
