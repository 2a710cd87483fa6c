import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recallRecent, rememberRecent } from "./recent-entries.ts";

const createEntry = (id: number) =>
  ({ kind: "agent", id, label: `Agent ${id}`, words: "stoa", framework: "stoa" }) as const;

beforeEach(() => {
  const storedItems = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("the last five different entries are returned, newest first", () => {
  for (const id of [1, 2, 3, 4, 5, 6, 2]) rememberRecent("ada", createEntry(id));
  expect(recallRecent("ada").map(({ id }) => id)).toEqual([2, 6, 5, 4, 3]);
});

it("another user of the same browser does not see the entries but replaces them", () => {
  rememberRecent("ada", createEntry(1));
  expect(recallRecent("grace")).toEqual([]);
  rememberRecent("grace", createEntry(2));
  expect(recallRecent("ada")).toEqual([]);
});

it("invalid stored entries are ignored", () => {
  const entries = [{ kind: "agent", id: "x" }, null, 7, { id: "/dashboard" }, { kind: "page", id: "/gone" }];
  localStorage.setItem("stoa.recent", JSON.stringify({ of: "ada", entries }));
  expect(recallRecent("ada").map(({ label }) => label)).toEqual(["Dashboard"]);
  localStorage.setItem("stoa.recent", "{");
  expect(recallRecent("ada")).toEqual([]);
});
