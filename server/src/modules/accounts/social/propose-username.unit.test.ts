import { Username } from "@stoa/contract";
import { expect, test } from "vitest";
import { proposeUsername, toUsernameBase } from "./propose-username.ts";

test.each([
  ["Ada Lovelace", "Ada-Lovelace"],
  ["octocat", "octocat"],
  ["Zoë  Müller-Ångström!", "Zoe-Muller-Angstrom"],
  ["  --x--  ", "user"],
  ["王小明", "user"],
  ["", "user"],
  ["Deleted-1234", "user"],
  ["a".repeat(100), "a".repeat(27)],
  [`${"b".repeat(26)} c`, "b".repeat(26)],
])("turns the name %s into the username %s", (name, base) => {
  expect(toUsernameBase(name)).toBe(base);
  for (const attempt of [0, 1]) expect(Username.safeParse(proposeUsername(base, attempt)).success).toBe(true);
});
