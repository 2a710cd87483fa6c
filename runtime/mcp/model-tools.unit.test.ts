import { expect, test } from "vitest";
import type { McpTool } from "./mcp-session.ts";
import { toModelTools } from "./model-tools.ts";

const createTool = (name: string, parameters: object = { type: "object" }): McpTool => ({
  name,
  description: "Does it",
  parameters: parameters as McpTool["parameters"],
});
const getNames = (tools: McpTool[], prefix?: string, taken?: Set<string>) =>
  toModelTools(tools, prefix, taken).tools.map(({ name }) => name);
const getReason = (parameters: object) => toModelTools([createTool("a", parameters)]).leftOut.join("");

test("tools get names that models accept and that differ, and keep the server's name", () => {
  const { tools } = toModelTools([createTool("files/read.text"), createTool("files_read_text")]);
  expect(tools).toMatchObject([
    { name: "files_read_text", original: "files/read.text" },
    { name: "files_read_text_2", original: "files_read_text" },
  ]);
  expect(getNames([createTool("search")], "docs_", new Set(["docs_search"]))).toEqual(["docs_search_2"]);
  const long = "x".repeat(200);
  const names = getNames([createTool(`${long}1`), createTool(`${long}2`)], "docs_");
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
});

test("a tool without a usable name is left out with the reason", () => {
  expect(toModelTools([createTool("日本"), createTool("b")])).toMatchObject({
    tools: [{ name: "b" }],
    leftOut: [
      'The tool "日本" was left out, because its name has no letter or digit, so no model can call it.',
    ],
  });
});

test("references within a schema are replaced, and a schema that repeats itself ends there", () => {
  const Point = { type: "object", properties: { x: { type: "number" } } };
  const Node = {
    type: "object",
    properties: { next: { $ref: "#/$defs/Node" }, at: { $ref: "#/$defs/Point" } },
  };
  const { tools } = toModelTools([
    createTool("a", {
      type: "object",
      properties: { node: { $ref: "#/$defs/Node", title: "First" } },
      $defs: { Node, Point },
    }),
  ]);
  expect(tools[0]?.parameters).toEqual({
    type: "object",
    properties: { node: { type: "object", properties: { next: {}, at: Point }, title: "First" } },
  });
});

test("a property with the name $ref is not a reference", () => {
  const properties = { $ref: { type: "string" } };
  expect(toModelTools([createTool("a", { type: "object", properties })]).tools[0]?.parameters).toEqual({
    type: "object",
    properties,
  });
});

/** Schemas whose references double at each level. */
const $defs = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => [
    `d${level}`,
    { properties: { a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } } },
  ]),
);

test.each([
  [
    "a schema of 1 MB",
    { type: "object", description: "x".repeat(1_000_000) },
    "its schema has 977 KiB, and at most 32 KiB are supported",
  ],
  [
    "a reference to another document",
    { type: "object", properties: { a: { $ref: "https://evil.example/a.json" } } },
    "its schema refers to https://evil.example/a.json, and only references within the schema are supported",
  ],
  [
    "a reference that leads nowhere",
    { type: "object", properties: { a: { $ref: "#/$defs/B" } } },
    "its schema refers to #/$defs/B, which it does not contain",
  ],
  [
    "references that multiply",
    { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: { ...$defs, d40: {} } },
    "its schema is too large when its references are resolved",
  ],
  ["a schema that is not an object", { type: "string" }, "its schema does not describe an object"],
])("a tool with %s is left out with the reason", (_, parameters, reason) => {
  expect(getReason(parameters)).toBe(`The tool "a" was left out, because ${reason}.`);
});
