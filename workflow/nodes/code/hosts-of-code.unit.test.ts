import { expect, test } from "vitest";
import { findCodeHosts } from "./hosts-of-code.ts";

test.each([
  "return await this.helpers.httpRequest({ url: $json.url })",
  "const { httpRequest } = this.helpers; return httpRequest('https://a.example')",
  "return this.helpers['httpRequest']({ url: 'https://a.example' })",
  "return (await fetch('https://' + $json.host)).json()",
  "const ask = fetch; return ask($json.url)",
  "return await $helpers.request($json.url)",
  String.raw`return \`a \${await fetch($json.url)} b\``,
  "return 'a text without an end",
  `return "${"x".repeat(2_000_000)}"`,
])("lets the caller choose hosts for: %.60s", (source) => {
  expect(findCodeHosts(source)).toEqual({ hosts: [undefined] });
});

test.each([
  "// fetch the items, by httpRequest\nreturn items",
  "throw new Error('Failed to fetch the page')",
  "return items.map(({ json }) => ({ json: { ...json, requests: 1 } }))",
  "const request = $json.request; return request",
  "return /fetch/.test($json.text)",
  "",
  undefined,
])("finds no hosts in: %j", (source) => {
  expect(findCodeHosts(source)).toEqual({});
});

test("finds no hosts in Python", () => {
  expect(findCodeHosts("fetch()", "python")).toEqual({});
  expect(findCodeHosts("fetch()", "pythonNative")).toEqual({});
  expect(findCodeHosts("fetch()", "={{ $json.language }}")).toEqual({ hosts: [undefined] });
});
