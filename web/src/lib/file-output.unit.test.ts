import { expect, it } from "vitest";
import { findPreviews, replaceFiles } from "./file-output.ts";

const CHART = { file_id: "file_1", name: "chart.png", type: "image/png", size: 10 };
const TABLE = {
  file_id: "file_2",
  name: "t.csv",
  type: "text/csv",
  size: 9,
  rows: 40,
  columns: ["a"],
  preview: [[1]],
};
const FILES = [
  { id: "file_1", name: "chart.png" },
  { id: "file_2", name: "t.csv" },
];

it("leaves nothing of an output that contains only returned files", () => {
  expect(replaceFiles(CHART, FILES)).toBeNull();
  expect(replaceFiles([CHART, TABLE], FILES)).toBeNull();
  expect(replaceFiles({ chart: CHART }, FILES)).toBeNull();
});

it("shows the names of files next to other values", () => {
  expect(replaceFiles({ total: 3, parts: [{ chart: CHART }] }, FILES)).toEqual({
    total: 3,
    parts: [{ chart: "chart.png" }],
  });
});

it("keeps texts, and files that the run did not return", () => {
  expect(replaceFiles("text", FILES)).toBe("text");
  expect(replaceFiles({ chart: CHART }, [])).toEqual({ chart: CHART });
  expect(replaceFiles([], FILES)).toEqual([]);
});

it("finds the first rows of tables anywhere in an output", () => {
  const previews = findPreviews({ result: [TABLE, CHART] });
  expect([...previews]).toEqual([["file_2", { columns: ["a"], rows: [["1"]], total: 40 }]]);
});
