import { expect, it } from "vitest";
import { matchEntries } from "./match-entries.ts";
import { actionsFor, pagesFor } from "./pages-and-actions.ts";

const pages = (query: string) => matchEntries(pagesFor(true), query).map(({ label }) => label);

it("nothing typed shows every page of who is signed in", () => {
  expect(pages("  ")).toEqual(pagesFor(true).map(({ label }) => label));
});

it("what begins a label comes before what begins another word of it, or a word beside it", () => {
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

it("who is not signed in sees no page that asks for it, and is offered to sign in", () => {
  const hrefs = pagesFor(false).map(({ href }) => href);
  expect(hrefs).toContain("/marketplace");
  expect(hrefs.filter((href) => /settings|dashboard|studio|notifications/.test(href))).toEqual([]);
  const actions = actionsFor({ signedIn: false, theme: "light", hasApiKey: false });
  expect(actions.map(({ id }) => id)).toEqual(["sign-in", "register", "theme"]);
});

it("a key that is not known here is not offered for copying", () => {
  const ids = (hasApiKey: boolean) =>
    actionsFor({ signedIn: true, theme: "dark", hasApiKey }).map(({ id }) => id);
  expect(ids(true)).toContain("copy-key");
  expect(ids(false)).not.toContain("copy-key");
});
