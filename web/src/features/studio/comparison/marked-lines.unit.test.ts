import { expect, test } from "vitest";
import { createMarkedLines } from "./marked-lines.ts";

const format = (...args: Parameters<typeof createMarkedLines>) =>
  createMarkedLines(...args)
    .map(({ text, isMarked }) => `${isMarked ? "!" : " "} ${text}`)
    .join("\n");

test("items are JSON, and the lines of the values that differ are marked", () => {
  const items = [{ a: 1, list: ["x", { b: true }], "two words": null }, {}];
  expect(format(items, ["items[0].json.list[1].b", 'items[0].json["two words"]', "items[1]"])).toBe(
    `  {
    "a": 1,
    "list": [
      "x",
      {
!       "b": true
      }
    ],
!   "two words": null
  }
! {}`,
  );
});

test("all lines of a list or an object that differs are marked", () => {
  expect(format([{ tags: ["x", []], n: 1 }], ["items[0].json.tags"])).toBe(
    `  {
!   "tags": [
!     "x",
!     []
!   ],
    "n": 1
  }`,
  );
});
