import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedHttp } from "../../http/scripted-http.fixture.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import {
  content,
  DATABASE,
  databaseId,
  EVERY_TYPE,
  NAMED,
  notion,
  PAGE,
  page,
  simple,
} from "./notion-samples.fixture.ts";

const CASES: ServiceCase[] = [
  {
    name: "version 2 creates a page in a database with properties of many types",
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
    name: "version 2.1 updates a page",
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
    name: "version 2.2 returns simplified pages of a database, with properties of each type",
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
    name: "version 1 returns the properties under their own names",
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
    name: "version 2 returns a page unchanged if it is not simplified",
    version: 2,
    parameters: {
      resource: "databasePage",
      operation: "get",
      pageId: { __rl: true, mode: "id", value: PAGE },
      simple: false,
    },
    replies: [{ body: page(NAMED) }],
    asks: [[`GET /v1/pages/${PAGE}`]],
    gives: [page(NAMED)],
  },
];

describe("Database pages", () => {
  it.each(CASES)("$name", (one) => expectCase(notion, "notion", one));

  it("downloads the files of a page", async () => {
    const { gateway } = createScriptedService([{ body: { results: [page(EVERY_TYPE)] } }]);
    const http = createScriptedHttp([
      { body: "ab", headers: { "content-type": "text/plain; charset=utf-8" } },
    ]);
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
    expect(http.requests.map(({ url }) => url)).toEqual(["https://example.com/a.txt"]);
  });
});
