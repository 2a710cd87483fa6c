import { expect, it } from "vitest";
import { getNextOrder, isNumericColumn, parseTable, sortRows } from "./table-rows.ts";

const CSV = 'name,amount\n"Miller, Ann","$1,200.50"\nBo,$90\n\nCid,\n';

it("parses quoted cells, and leaves out empty lines", async () => {
  const table = await parseTable(CSV);
  expect(table.columns).toEqual(["name", "amount"]);
  expect(table.rows).toEqual([
    ["Miller, Ann", "$1,200.50"],
    ["Bo", "$90"],
    ["Cid", ""],
  ]);
});

it("detects tabs as separators", async () => {
  expect((await parseTable("a\tb\n1\t2\n")).rows).toEqual([["1", "2"]]);
});

it("sorts amounts by value with empty cells last in both directions", async () => {
  const table = await parseTable(CSV);
  expect(isNumericColumn(table, 1)).toBe(true);
  const sort = (isDescending: boolean) => sortRows(table, { column: 1, isDescending }).map(([name]) => name);
  expect(sort(false)).toEqual(["Bo", "Miller, Ann", "Cid"]);
  expect(sort(true)).toEqual(["Miller, Ann", "Bo", "Cid"]);
});

it("sorts texts with numbers in their natural order", () => {
  const rows = [["Item 10"], ["Item 9"]];
  expect(sortRows({ columns: ["name"], rows }, { column: 0, isDescending: false })).toEqual([
    ["Item 9"],
    ["Item 10"],
  ]);
});

it("goes from ascending to descending to the order of the file", () => {
  const first = getNextOrder(null, 2);
  expect(first).toEqual({ column: 2, isDescending: false });
  expect(getNextOrder(first, 2)).toEqual({ column: 2, isDescending: true });
  expect(getNextOrder({ column: 2, isDescending: true }, 2)).toBeNull();
  expect(getNextOrder(first, 0)).toEqual({ column: 0, isDescending: false });
});
