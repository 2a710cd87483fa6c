import type { InputParam } from "@stoa/contract/catalog";
import { expect, it } from "vitest";
import { chooseParam, countSlots } from "./attachment-slots.ts";

const createParam = (name: string, more: Partial<InputParam> = {}): InputParam => ({
  name,
  type: "file",
  required: false,
  description: "",
  ...more,
});

const PHOTO = createParam("photo", { accept: [".jpg"] });
const TABLE = createParam("table", { accept: [".csv"] });
const REST = createParam("rest", { type: "files", accept: [".txt"] });

it("gives a file to the parameter that expects it", () => {
  expect(chooseParam([PHOTO, TABLE], new Map(), "sales.csv")).toBe(TABLE);
});

it("gives an unexpected file to the first parameter with room", () => {
  expect(chooseParam([PHOTO, TABLE], new Map([["photo", 1]]), "a.pdf")).toBe(TABLE);
  expect(chooseParam([PHOTO, REST], new Map([["photo", 1]]), "b.jpg")).toBe(REST);
});

it("gives a file to no parameter if all are full", () => {
  expect(chooseParam([PHOTO], new Map([["photo", 1]]), "b.jpg")).toBeUndefined();
});

it("counts the files of a message, up to the limit of a run", () => {
  expect(countSlots([PHOTO, TABLE])).toBe(2);
  expect(countSlots([PHOTO, REST])).toBe(20);
});
