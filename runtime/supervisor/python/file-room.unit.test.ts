import { expect, it } from "vitest";
import { GROUP_FILE_BYTES, getFileRoom } from "./file-room.ts";

const MEGABYTE = 1_000_000;

it.each([
  [[], 0],
  [[1, 2], 6],
  [[100 * MEGABYTE], 200 * MEGABYTE],
  [[100 * MEGABYTE, 100 * MEGABYTE], 300 * MEGABYTE],
])("files of %j bytes get room for themselves and for outputs", (sizes, room) => {
  expect(getFileRoom(sizes.map((bytes) => ({ bytes })))).toBe(room);
});

it("a run without files needs no room, and the largest file fits into a control group", () => {
  expect(getFileRoom()).toBe(0);
  expect(getFileRoom([{ bytes: 100 * MEGABYTE }])).toBeLessThan(GROUP_FILE_BYTES);
});
