import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import { scriptedHttp } from "../../http/scripted-http.fixture.ts";
import { scriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { NOTION_NODES } from "./index.ts";

const [notion] = NOTION_NODES;
if (!notion) throw new Error("there is no node for Notion");

const DATABASE = "0123456789abcdef0123456789abcdef";
const PAGE = "fedcba9876543210fedcba9876543210";
const databaseId = { __rl: true, mode: "list", value: DATABASE, cachedResultName: "Tasks" };
const words = (text: string) => [{ type: "text", plain_text: text, text: { content: text } }];
const content = (text: string) => [{ text: { content: text } }];

const page = (
  properties: JsonObject,
  parent: JsonObject = { type: "database_id", database_id: DATABASE },
) => ({
  object: "page",
  id: PAGE,
  url: "https://www.notion.so/x",
  parent,
  properties,
});
const NAMED = { Name: { id: "title", type: "title", title: words("Tea") } };
const below = (text: string) =>
  page({ title: { type: "title", title: words(text) } }, { type: "page_id", page_id: PAGE });
const simple = { id: PAGE, name: "Tea", url: "https://www.notion.so/x", property_name: "Tea" };

const EVERY_TYPE: JsonObject = {
  ...NAMED,
  "Due Date": { type: "date", date: { start: "2026-01-02", end: null, time_zone: null } },
  Status: { type: "status", status: { id: "1", name: "Done", color: "green" } },
  Kind: { type: "select", select: null },
  Tags: { type: "multi_select", multi_select: [{ name: "a" }, { name: "b" }] },
  Notes: { type: "rich_text", rich_text: [...words("one "), ...words("two")] },
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

const CASES: ServiceCase[] = [
  {
    name: "2.2 makes a page below another, which is the standard",
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
    name: "2 makes a page of a database with properties of many types",
    version: 2,
    parameters: {
      resource: "databasePage",
      databaseId,
      title: "Tea",
      simple: true,
      propertiesUi: {
        propertyValues: [
          { key: "Notes|rich_text", textContent: "hot" },
          { key: "Due|date", date: "2026-01-02T23:30:00.000Z", includeTime: false },
          {
            key: "When|date",
            range: true,
            dateStart: "2026-01-02T10:00:00Z",
            dateEnd: "2026-01-02T11:00:00Z",
          },
          { key: "Link|url", urlValue: "", ignoreIfEmpty: true },
          { key: "=Kind|select", selectValue: "Drink" },
          { key: "State|status", statusValue: "Open" },
          { key: "Tags|multi_select", multiSelectValue: ["a", "b"] },
          { key: "Count|number", numberValue: "={{ 1 + 1 }}" },
          { key: "Hot|checkbox", checkboxValue: true },
          { key: "Owner|people", peopleValue: ["u1"] },
          { key: "Parent|relation", relationValue: ["p1, p2"] },
          { key: "Papers|files", fileUrls: { fileUrl: [{ url: "https://example.com/a.txt" }] } },
        ],
      },
    },
    replies: [
      { body: { object: "database", properties: { Name: { type: "title" } } } },
      { body: page(NAMED) },
    ],
    asks: [
      [`GET /v1/databases/${DATABASE}`],
      [
        "POST /v1/pages",
        {
          parent: { database_id: DATABASE },
          properties: {
            Name: { title: content("Tea") },
            Notes: { type: "rich_text", rich_text: content("hot") },
            Due: { type: "date", date: { start: "2026-01-02" } },
            When: {
              type: "date",
              date: { start: "2026-01-02T10:00:00.000Z", end: "2026-01-02T11:00:00.000Z" },
            },
            Kind: { type: "select", select: { name: "Drink" } },
            State: { type: "status", status: { name: "Open" } },
            Tags: { type: "multi_select", multi_select: [{ name: "a" }, { name: "b" }] },
            Count: { type: "number", number: 2 },
            Hot: { type: "checkbox", checkbox: true },
            Owner: { type: "people", people: [{ object: "user", id: "u1" }] },
            Parent: { type: "relation", relation: [{ id: "p1" }, { id: "p2" }] },
            Papers: {
              type: "files",
              files: [
                {
                  name: "https://example.com/a.txt",
                  type: "external",
                  external: { url: "https://example.com/a.txt" },
                },
              ],
            },
          },
          children: [],
        },
      ],
    ],
    gives: [simple],
  },
  {
    name: "2.1 changes a page",
    version: 2.1,
    parameters: {
      resource: "databasePage",
      operation: "update",
      pageId: { __rl: true, mode: "id", value: "={{ $json.id }}" },
      propertiesUi: { propertyValues: [{ key: "Status|status", statusValue: "Completed" }] },
    },
    items: [{ id: PAGE }],
    replies: [{ body: page(NAMED) }],
    asks: [
      [
        `PATCH /v1/pages/${PAGE}`,
        { properties: { Status: { type: "status", status: { name: "Completed" } } } },
      ],
    ],
    gives: [simple],
  },
  {
    name: "2.2 gives the pages of a database in few words, each type in its own",
    version: 2.2,
    parameters: {
      resource: "databasePage",
      operation: "getAll",
      databaseId,
      returnAll: true,
      filterType: "manual",
      matchType: "allFilters",
      filters: {
        conditions: [
          { key: "Last edited|last_edited_time", condition: "after", lastEditedTime: "2026-01-01" },
          { key: "Status|status", condition: "equals", statusValue: "Done" },
          { key: "Notes|rich_text", condition: "is_empty" },
          { key: "Due|date", condition: "next_week" },
        ],
      },
      options: {
        sort: {
          sortValue: [
            { key: "Name|title", direction: "descending" },
            { timestamp: true, key: "created_time" },
          ],
        },
      },
    },
    replies: [
      { body: { results: [page(EVERY_TYPE)], has_more: true, next_cursor: "n" } },
      { body: { results: [page(NAMED)], has_more: false, next_cursor: null } },
    ],
    asks: [
      [
        `POST /v1/databases/${DATABASE}/query`,
        {
          filter: {
            and: [
              { timestamp: "last_edited_time", last_edited_time: { after: "2026-01-01" } },
              { property: "Status", status: { equals: "Done" } },
              { property: "Notes", rich_text: { is_empty: true } },
              { property: "Due", date: { next_week: {} } },
            ],
          },
          sorts: [
            { property: "Name", direction: "descending" },
            { timestamp: "created_time", direction: "ascending" },
          ],
          page_size: 100,
        },
      ],
      [`POST /v1/databases/${DATABASE}/query`],
    ],
    gives: [
      {
        ...simple,
        property_due_date: { start: "2026-01-02", end: null, time_zone: null },
        property_status: "Done",
        property_kind: null,
        property_tags: ["a", "b"],
        property_notes: "one two",
        property_story_points: 3,
        property_done: true,
        property_owner: ["ada@example.com"],
        property_parent: ["p1"],
        property_papers: ["https://example.com/a.txt"],
        property_sum: 7,
        property_total: [1],
        property_ticket: "T-5",
        property_created_by: "ben@example.com",
      },
      simple,
    ],
  },
  {
    name: "1 gives the properties by their names",
    version: 1,
    parameters: {
      resource: "databasePage",
      operation: "getAll",
      databaseId,
      options: {
        filter: { singleCondition: { key: "Done|checkbox", condition: "equals", checkboxValue: true } },
      },
    },
    replies: [{ body: { results: [page({ ...NAMED, "Due Date": { type: "number", number: 1 } })] } }],
    asks: [
      [
        `POST /v1/databases/${DATABASE}/query`,
        { filter: { property: "Done", checkbox: { equals: true } }, page_size: 50 },
      ],
    ],
    gives: [{ id: PAGE, Name: "Tea", "Due Date": 1 }],
  },
  {
    name: "2 gives a page as Notion has it where it is not to be simple",
    version: 2,
    parameters: {
      resource: "databasePage",
      operation: "get",
      pageId: { __rl: true, mode: "id", value: PAGE },
      simple: false,
    },
    replies: [{ body: page(NAMED) }],
    asks: [[`GET /v1/pages/${PAGE}`]],
    gives: [page(NAMED) as unknown as JsonObject],
  },
  {
    name: "2 finds pages by their titles",
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
    name: "2.2 archives a page",
    version: 2.2,
    parameters: { operation: "archive", pageId: { __rl: true, mode: "id", value: PAGE } },
    replies: [{ body: below("Tea") }],
    asks: [[`PATCH /v1/pages/${PAGE}`, { archived: true }]],
    gives: [{ id: PAGE, name: "Tea", url: "https://www.notion.so/x" }],
  },
  {
    name: "2 lists databases",
    version: 2,
    parameters: { resource: "database", operation: "getAll", returnAll: true },
    replies: [{ body: { results: [{ object: "database", id: "d1", url: "u", title: words("Tasks") }] } }],
    asks: [["POST /v1/search", { filter: { property: "object", value: "database" }, page_size: 100 }]],
    gives: [{ id: "d1", name: "Tasks", url: "u" }],
  },
  {
    name: "2.2 reads a page's blocks and those within them, in few words",
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
              toggle: { rich_text: words("More") },
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
    name: "2.1 gives blocks whole, with what they stand in",
    version: 2.1,
    parameters: { resource: "block", operation: "getAll", blockId: PAGE, limit: 1 },
    replies: [{ body: { results: [{ object: "block", id: "b1", type: "divider", divider: {} }] } }],
    asks: [[`GET /v1/blocks/${PAGE}/children`, { page_size: "1" }]],
    gives: [{ object: "block", parent_id: PAGE, id: "b1", type: "divider", divider: {} }],
  },
  {
    name: "2 appends a block of words with looks, by the block's address",
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
    name: "2 lists people",
    version: 2,
    parameters: { resource: "user", operation: "getAll", returnAll: true },
    replies: [{ body: { results: [{ object: "user", id: "u1" }] } }],
    asks: [["GET /v1/users", { page_size: "100" }]],
    gives: [{ object: "user", id: "u1" }],
  },
];

describe("Notion", () => {
  it.each(CASES)("$name", (one) => expectCase(notion, "notion", one));

  it("files of a page come with it", async () => {
    const { gateway } = scriptedService([{ body: { results: [page(EVERY_TYPE)] } }]);
    const http = scriptedHttp([{ body: "ab", headers: { "content-type": "text/plain; charset=utf-8" } }]);
    const { items } = await runNode({
      type: notion,
      version: 2,
      parameters: {
        resource: "databasePage",
        operation: "getAll",
        databaseId,
        options: { downloadFiles: true },
      },
      services: { gateway, http },
    });
    const file = items[0]?.[0]?.binary?.papers_0;
    expect([file?.fileName, file?.mimeType]).toEqual(["a.txt", "text/plain"]);
    expect(http.asked.map(({ url }) => url)).toEqual(["https://example.com/a.txt"]);
  });

  it("an address that leads to no page is named with its field", async () => {
    const { gateway, asked } = scriptedService([]);
    const { error } = await runNode({
      type: notion,
      version: 2.2,
      parameters: { title: "x", pageId: { __rl: true, mode: "url", value: "https://example.com/x" } },
      services: { gateway },
    });
    expect(error).toMatchObject({ node: "Node", field: "pageId" });
    expect(asked).toEqual([]);
  });

  it("a refusal has n8n's words, and Notion's behind them", async () => {
    const { gateway } = scriptedService([
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
