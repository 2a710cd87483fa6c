import { expect, it } from "vitest";
import { matchEntries } from "./match-entries.ts";
import { actionsFor, pagesFor } from "./pages-and-actions.ts";

const pages = (query: string) => matchEntries(pagesFor(true), query).map(({ label }) => label);

it("an empty search shows every page to a signed-in user", () => {
  expect(pages("  ")).toEqual(pagesFor(true).map(({ label }) => label));
});

it("a match at the start of a label comes before a match in another word or in a keyword", () => {
  const entry = (label: string, words: string) =>
    ({ kind: "page", id: label, label, words, href: "/" }) as const;
  const some = [entry("Billing", "statements"), entry("Developer Studio", ""), entry("Status", "")];
  expect(matchEntries(some, "st").map(({ label }) => label)).toEqual([
    "Status",
    "Developer Studio",
    "Billing",
  ]);
  expect(pages("log")).toEqual(["Usage Logs"]);
  expect(pages("wallet")).toEqual(["Billing"]);
});

it("every typed word must fit", () => {
  expect(pages("api key")).toEqual(["API Access"]);
  expect(pages("api nonsense")).toEqual([]);
});

it("a visitor sees no page that needs a session, and is offered to sign in", () => {
  const hrefs = pagesFor(false).map(({ href }) => href);
  expect(hrefs).toContain("/marketplace");
  expect(hrefs.filter((href) => /settings|dashboard|studio|notifications/.test(href))).toEqual([]);
  const actions = actionsFor({ signedIn: false, theme: "light", hasApiKey: false });
  expect(actions.map(({ id }) => id)).toEqual(["sign-in", "register", "theme"]);
});

it("an API key that is not loaded cannot be copied", () => {
  const ids = (hasApiKey: boolean) =>
    actionsFor({ signedIn: true, theme: "dark", hasApiKey }).map(({ id }) => id);
  expect(ids(true)).toContain("copy-key");
  expect(ids(false)).not.toContain("copy-key");
});
