import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { below, content, DATABASE, notion, PAGE, toRichText } from "./notion-samples.fixture.ts";

const CASES: ServiceCase[] = [
  {
    name: "version 2.2 creates a page inside another page by default",
    version: 2.2,
    parameters: {
      title: "Notes",
      pageId: { __rl: true, mode: "url", value: `https://www.notion.so/Meeting-Notes-${PAGE}` },
      blockUi: {
        blockValues: [
          { type: "heading_2", textContent: "Summary" },
          { textContent: "=About {{ $json.what }}" },
          { type: "to_do", textContent: "Buy", checked: true },
          { type: "image", url: "https://example.com/a.png" },
        ],
      },
      options: { icon: "📋" },
    },
    items: [{ what: "tea" }],
    replies: [{ body: below("Notes") }],
    asks: [
      [
        "POST /v1/pages",
        {
          parent: { page_id: PAGE },
          properties: { title: { title: content("Notes") } },
          children: [
            { object: "block", type: "heading_2", heading_2: { rich_text: content("Summary") } },
            { object: "block", type: "paragraph", paragraph: { rich_text: content("About tea") } },
            { object: "block", type: "to_do", to_do: { rich_text: content("Buy"), checked: true } },
            {
              object: "block",
              type: "image",
              image: { type: "external", external: { url: "https://example.com/a.png" } },
            },
          ],
          icon: { emoji: "📋" },
        },
      ],
    ],
    gives: [{ id: PAGE, name: "Notes", url: "https://www.notion.so/x" }],
  },
  {
    name: "version 2 finds pages by their titles",
    version: 2,
    parameters: {
      operation: "search",
      text: "tea",
      limit: 2,
      options: {
        filter: { filters: { property: "object", value: "page" } },
        sort: { sortValue: { direction: "descending", timestamp: "last_edited_time" } },
      },
    },
    replies: [{ body: { results: [below("Tea")], has_more: false } }],
    asks: [
      [
        "POST /v1/search",
        {
          query: "tea",
          filter: { property: "object", value: "page" },
          sort: { direction: "descending", timestamp: "last_edited_time" },
          page_size: 2,
        },
      ],
    ],
    gives: [{ id: PAGE, name: "Tea", url: "https://www.notion.so/x" }],
  },
  {
    name: "version 2.2 archives a page",
    version: 2.2,
    parameters: { operation: "archive", pageId: { __rl: true, mode: "id", value: PAGE } },
    replies: [{ body: below("Tea") }],
    asks: [[`PATCH /v1/pages/${PAGE}`, { archived: true }]],
    gives: [{ id: PAGE, name: "Tea", url: "https://www.notion.so/x" }],
  },
  {
    name: "version 2 lists databases",
    version: 2,
    parameters: { resource: "database", operation: "getAll", returnAll: true },
    replies: [
      { body: { results: [{ object: "database", id: "d1", url: "u", title: toRichText("Tasks") }] } },
    ],
    asks: [["POST /v1/search", { filter: { property: "object", value: "database" }, page_size: 100 }]],
    gives: [{ id: "d1", name: "Tasks", url: "u" }],
  },
  {
    name: "version 2.2 reads a page's blocks and nested blocks and simplifies them",
    version: 2.2,
    parameters: {
      resource: "block",
      operation: "getAll",
      blockId: { __rl: true, mode: "id", value: PAGE },
      returnAll: true,
      fetchNestedBlocks: true,
    },
    replies: [
      {
        body: {
          results: [
            {
              object: "block",
              id: "b1",
              type: "toggle",
              has_children: true,
              toggle: { rich_text: toRichText("More") },
            },
          ],
        },
      },
      {
        body: {
          results: [
            {
              object: "block",
              id: "b2",
              type: "image",
              has_children: false,
              image: { type: "external", external: { url: "https://example.com/a.png" } },
            },
          ],
        },
      },
    ],
    asks: [
      [`GET /v1/blocks/${PAGE}/children`, { page_size: "100" }],
      ["GET /v1/blocks/b1/children", { page_size: "100" }],
    ],
    gives: [
      { id: "b1", type: "toggle", content: "More", has_children: true, parent_id: PAGE, root_id: PAGE },
      {
        id: "b2",
        type: "image",
        content: "https://example.com/a.png",
        has_children: false,
        parent_id: "b1",
        root_id: PAGE,
      },
    ],
  },
  {
    name: "version 2.1 returns complete blocks with their parents",
    version: 2.1,
    parameters: { resource: "block", operation: "getAll", blockId: PAGE, limit: 1 },
    replies: [{ body: { results: [{ object: "block", id: "b1", type: "divider", divider: {} }] } }],
    asks: [[`GET /v1/blocks/${PAGE}/children`, { page_size: "1" }]],
    gives: [{ object: "block", parent_id: PAGE, id: "b1", type: "divider", divider: {} }],
  },
  {
    name: "version 2 appends formatted text to a block selected by URL",
    version: 2,
    parameters: {
      resource: "block",
      blockId: { __rl: true, mode: "url", value: `https://www.notion.so/Page-${DATABASE}#${PAGE}` },
      blockUi: {
        blockValues: [
          {
            type: "paragraph",
            richText: true,
            text: {
              text: [
                { text: "bold", annotationUi: { bold: true } },
                { text: "link", isLink: true, textLink: "https://example.com" },
                { textType: "equation", expression: "x^2" },
              ],
            },
          },
        ],
      },
    },
    replies: [{ body: { object: "list", results: [] } }],
    asks: [
      [
        `PATCH /v1/blocks/${PAGE}/children`,
        {
          children: [
            {
              object: "block",
              type: "paragraph",
              paragraph: {
                rich_text: [
                  { text: { content: "bold" }, type: "text", annotations: { bold: true } },
                  { text: { content: "link", link: { url: "https://example.com" } }, type: "text" },
                  { equation: { expression: "x^2" }, type: "equation" },
                ],
              },
            },
          ],
        },
      ],
    ],
    gives: [{ object: "list", results: [] }],
  },
  {
    name: "version 2 lists users",
    version: 2,
    parameters: { resource: "user", operation: "getAll", returnAll: true },
    replies: [{ body: { results: [{ object: "user", id: "u1" }] } }],
    asks: [["GET /v1/users", { page_size: "100" }]],
    gives: [{ object: "user", id: "u1" }],
  },
];

describe("Pages, blocks, databases and users", () => {
  it.each(CASES)("$name", (one) => expectCase(notion, "notion", one));

  it("names the field in the error if the URL is not a page's URL", async () => {
    const { gateway, requests } = createScriptedService([]);
    const { error } = await runNode({
      type: notion,
      version: 2.2,
      parameters: { title: "x", pageId: { __rl: true, mode: "url", value: "https://example.com/x" } },
      services: { gateway },
    });
    expect(error).toMatchObject({ node: "Node", field: "pageId" });
    expect(requests).toEqual([]);
  });

  it("reports n8n's message for a refused call, followed by Notion's message", async () => {
    const { gateway } = createScriptedService([
      { status: 404, body: { object: "error", code: "object_not_found", message: "Could not find page" } },
    ]);
    const { error } = await runNode({
      type: notion,
      version: 2.2,
      parameters: { resource: "databasePage", operation: "get", pageId: PAGE },
      services: { gateway },
    });
    expect(error?.message).toBe("The resource you are requesting could not be found: Could not find page");
  });
});
