import { expect, it } from "vitest";
import { matchEntries } from "./match-entries.ts";
import { listActions, listPages } from "./pages-and-actions.ts";

const findPages = (query: string) => matchEntries(listPages(true), query).map(({ label }) => label);

it("an empty search shows every page to a signed-in user", () => {
  expect(findPages("  ")).toEqual(listPages(true).map(({ label }) => label));
});

it("a match at the start of a label comes before a match in another word or in a keyword", () => {
  const createEntry = (label: string, words: string) =>
    ({ kind: "page", id: label, label, words, href: "/" }) as const;
  const some = [
    createEntry("Billing", "statements"),
    createEntry("Developer Studio", ""),
    createEntry("Status", ""),
  ];
  expect(matchEntries(some, "st").map(({ label }) => label)).toEqual([
    "Status",
    "Developer Studio",
    "Billing",
  ]);
  expect(findPages("log")).toEqual(["Usage Logs"]);
  expect(findPages("wallet")).toEqual(["Billing"]);
});

it("every typed word must match", () => {
  expect(findPages("api key")).toEqual(["API Access"]);
  expect(findPages("api nonsense")).toEqual([]);
});

it("offers visitors the sign-in page instead of the pages that need a session", () => {
  const hrefs = listPages(false).map(({ href }) => href);
  expect(hrefs).toContain("/marketplace");
  expect(hrefs.filter((href) => /settings|dashboard|studio|notifications/.test(href))).toEqual([]);
  const actions = listActions({ signedIn: false, theme: "light", hasApiKey: false });
  expect(actions.map(({ id }) => id)).toEqual(["sign-in", "register", "theme"]);
});

it("an API key that is not loaded cannot be copied", () => {
  const findIds = (hasApiKey: boolean) =>
    listActions({ signedIn: true, theme: "dark", hasApiKey }).map(({ id }) => id);
  expect(findIds(true)).toContain("copy-key");
  expect(findIds(false)).not.toContain("copy-key");
});
