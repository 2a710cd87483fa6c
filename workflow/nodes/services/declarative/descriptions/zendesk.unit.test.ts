import { testDescribedService } from "../described-service.fixture.ts";
import { ZENDESK } from "./zendesk.ts";

testDescribedService("Zendesk", ZENDESK, "zendesk", {
  cases: [
    {
      name: "creates a ticket with additional fields",
      version: 1,
      parameters: {
        description: "It is cold",
        additionalFields: {
          subject: "Tea",
          group: "5",
          tags: ["tea"],
          status: "open",
          customFieldsUi: { customFieldsValues: [{ id: 1, value: "x" }] },
        },
      },
      replies: [{ status: 201, body: { ticket: { id: 9 }, audit: {} } }],
      asks: [
        [
          "POST /tickets.json",
          {
            ticket: {
              comment: { body: "It is cold" },
              subject: "Tea",
              group_id: "5",
              tags: ["tea"],
              status: "open",
              custom_fields: [{ id: 1, value: "x" }],
            },
          },
        ],
      ],
      gives: [{ id: 9 }],
    },
    {
      name: "finds all open tickets, page by page",
      version: 1,
      parameters: {
        operation: "getAll",
        returnAll: true,
        options: { status: "open", query: "tea", sortBy: "created_at", sortOrder: "asc" },
      },
      replies: [
        {
          body: {
            results: [{ id: 1 }],
            next_page: "https://example.zendesk.com/api/v2/search.json?page=2&per_page=100&query=tea",
          },
        },
        { body: { results: [{ id: 2 }], next_page: null } },
      ],
      asks: [
        [
          "GET /search.json",
          { query: "type:ticket tea status:open", sort_by: "created_at", sort_order: "asc", per_page: "100" },
        ],
        ["GET /search.json", { page: "2", per_page: "100", query: "tea" }],
      ],
      gives: [{ id: 1 }, { id: 2 }],
    },
    {
      name: "adds an internal note",
      version: 1,
      parameters: {
        operation: "update",
        id: "9",
        updateFields: { internalNote: "<b>Hm</b>", status: "hold" },
      },
      replies: [{ body: { ticket: { id: 9 } } }],
      asks: [
        [
          "PUT /tickets/9.json",
          { ticket: { status: "hold", comment: { html_body: "<b>Hm</b>", public: false } } },
        ],
      ],
      gives: [{ id: 9 }],
    },
    {
      name: "updates a ticket with JSON",
      version: 1,
      parameters: {
        operation: "update",
        id: "9",
        jsonParameters: true,
        updateFieldsJson: '{"comment": {"body": "Hi"}}',
      },
      replies: [{ body: { ticket: { id: 9 } } }],
      asks: [["PUT /tickets/9.json", { ticket: { comment: { body: "Hi" } } }]],
      gives: [{ id: 9 }],
    },
    {
      name: "searches users",
      version: 1,
      parameters: { resource: "user", operation: "search", filters: { query: "ada@example.com" }, limit: 5 },
      replies: [{ body: { users: [{ id: 3 }] } }],
      asks: [["GET /users/search.json", { query: "ada@example.com", per_page: "5" }]],
      gives: [{ id: 3 }],
    },
    {
      name: "deletes a ticket",
      version: 1,
      parameters: { operation: "delete", id: "9" },
      replies: [{ status: 204 }],
      asks: [["DELETE /tickets/9.json"]],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", id: "404" },
    reply: { status: 404, body: { error: "RecordNotFound", description: "Not found" } },
    reason: "RecordNotFound",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "view", operation: "get" },
    reason: "the operation 'get' of the resource 'view' is not supported",
  },
});
