import { expect, test } from "vitest";
import { parsePreferences } from "./prefer.ts";

const of = (prefer: string) => parsePreferences({ headers: { prefer } });
const NONE = { respondAsync: false, wait: undefined };

test.each([
  ["respond-async", { respondAsync: true, wait: undefined }],
  ["Respond-Async", { respondAsync: true, wait: undefined }],
  ["respond-async, wait=10", { respondAsync: true, wait: 10 }],
  ["wait=10,respond-async", { respondAsync: true, wait: 10 }],
  ['wait="10"', { respondAsync: false, wait: 10 }],
  ["wait = 10 ; foo=bar", { respondAsync: false, wait: 10 }],
  ['respond-async=""', { respondAsync: true, wait: undefined }],
  ["handling=lenient, respond-async; a=b, return=minimal", { respondAsync: true, wait: undefined }],
  ['foo="a, wait=3", wait=0', { respondAsync: false, wait: 0 }],
])("parses %s", (header, expected) => {
  expect(of(header)).toEqual(expected);
});

test("the first of two values for a preference applies", () => {
  expect(of("wait=5, wait=9")).toEqual({ respondAsync: false, wait: 5 });
});

test.each([
  "",
  "respond-sync",
  "return=minimal",
  "respond-async=yes",
  "wait",
  "wait=-1",
  "wait=1.5",
  "wait=soon",
  "wait=1e3",
  "wait=99999999999",
  "=,;",
  '"respond-async"',
  'foo="respond-async, wait=3',
  `${" ".repeat(1_000)},respond-async`,
])("ignores %s", (header) => {
  expect(of(header)).toEqual(NONE);
});

test("a request without the header has no preferences", () => {
  expect(parsePreferences({ headers: {} })).toEqual(NONE);
});
