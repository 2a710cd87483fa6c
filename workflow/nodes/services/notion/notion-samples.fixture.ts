import type { JsonObject } from "../../../model/item.ts";
import { NOTION_NODES } from "./index.ts";

const [node] = NOTION_NODES;
if (!node) throw new Error("there is no node for Notion");

export const notion = node;

export const DATABASE = "0123456789abcdef0123456789abcdef";
export const PAGE = "fedcba9876543210fedcba9876543210";
export const databaseId = { __rl: true, mode: "list", value: DATABASE, cachedResultName: "Tasks" };
export const toRichText = (text: string) => [{ type: "text", plain_text: text, text: { content: text } }];
export const content = (text: string) => [{ text: { content: text } }];

export const page = (
  properties: JsonObject,
  parent: JsonObject = { type: "database_id", database_id: DATABASE },
) => ({
  object: "page",
  id: PAGE,
  url: "https://www.notion.so/x",
  parent,
  properties,
});
export const NAMED = { Name: { id: "title", type: "title", title: toRichText("Tea") } };
export const below = (text: string) =>
  page({ title: { type: "title", title: toRichText(text) } }, { type: "page_id", page_id: PAGE });
export const simple = { id: PAGE, name: "Tea", url: "https://www.notion.so/x", property_name: "Tea" };

export const EVERY_TYPE: JsonObject = {
  ...NAMED,
  "Due Date": { type: "date", date: { start: "2026-01-02", end: null, time_zone: null } },
  Status: { type: "status", status: { id: "1", name: "Done", color: "green" } },
  Kind: { type: "select", select: null },
  Tags: { type: "multi_select", multi_select: [{ name: "a" }, { name: "b" }] },
  Notes: { type: "rich_text", rich_text: [...toRichText("one "), ...toRichText("two")] },
  "Story Points": { type: "number", number: 3 },
  Done: { type: "checkbox", checkbox: true },
  Owner: { type: "people", people: [{ id: "u1", person: { email: "ada@example.com" } }] },
  Parent: { type: "relation", relation: [{ id: "p1" }] },
  Papers: {
    type: "files",
    files: [{ name: "a", type: "external", external: { url: "https://example.com/a.txt" } }],
  },
  Sum: { type: "formula", formula: { type: "number", number: 7 } },
  Total: { type: "rollup", rollup: { type: "array", array: [{ type: "number", number: 1 }] } },
  Ticket: { type: "unique_id", unique_id: { prefix: "T", number: 5 } },
  createdBy: { type: "created_by", created_by: { id: "u1", person: { email: "ben@example.com" } } },
};
