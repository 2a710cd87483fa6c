import { testDescribedService } from "../described-service.fixture.ts";
import { PIPEDRIVE } from "./pipedrive.ts";

testDescribedService("Pipedrive", PIPEDRIVE, "pipedrive", {
  cases: [
    {
      name: "creates a deal of an organization with additional fields",
      version: 1,
      parameters: {
        title: "Engine",
        org_id: "5",
        additionalFields: {
          value: 100,
          currency: "EUR",
          stage_id: "2",
          label: "7",
          user_id: "3",
          customProperties: { property: [{ name: "a1b2", value: "x" }] },
        },
      },
      replies: [{ status: 201, body: { success: true, data: { id: 1, custom_fields: { a1b2: "x" } } } }],
      asks: [
        [
          "POST /api/v2/deals",
          {
            title: "Engine",
            org_id: 5,
            value: 100,
            currency: "EUR",
            stage_id: 2,
            label_ids: [7],
            owner_id: 3,
            custom_fields: { a1b2: "x" },
          },
        ],
      ],
      gives: [{ id: 1, a1b2: "x" }],
    },
    {
      name: "returns all open deals, page by page",
      version: 1,
      parameters: { operation: "getAll", returnAll: true, filters: { status: "open", user_id: "3" } },
      replies: [
        { body: { success: true, data: [{ id: 1 }], additional_data: { next_cursor: "c2" } } },
        { body: { success: true, data: [{ id: 2 }], additional_data: { next_cursor: null } } },
      ],
      asks: [
        ["GET /api/v2/deals", { status: "open", owner_id: "3", limit: "500" }],
        ["GET /api/v2/deals", { status: "open", owner_id: "3", limit: "500", cursor: "c2" }],
      ],
      gives: [{ id: 1 }, { id: 2 }],
    },
    {
      name: "searches people",
      version: 1,
      parameters: {
        resource: "person",
        operation: "search",
        term: "ada@example.com",
        limit: 1,
        additionalFields: { exactMatch: true, fields: "email", includeFields: "" },
      },
      replies: [
        { body: { success: true, data: { items: [{ result_score: 0.9, item: { id: 8, name: "Ada" } }] } } },
      ],
      asks: [
        [
          "GET /api/v2/persons/search",
          { term: "ada@example.com", exact_match: "true", fields: "email", limit: "1" },
        ],
      ],
      gives: [{ result_score: 0.9, id: 8, name: "Ada" }],
    },
    {
      name: "creates a person, whose contacts are returned as in the first version",
      version: 1,
      parameters: {
        resource: "person",
        name: "Ada",
        additionalFields: { email: "ada@example.com", org_id: 5 },
      },
      replies: [
        { body: { success: true, data: { id: 8, emails: [{ value: "ada@example.com", primary: true }] } } },
      ],
      asks: [
        [
          "POST /api/v2/persons",
          { name: "Ada", emails: [{ value: "ada@example.com", primary: true }], org_id: 5 },
        ],
      ],
      gives: [{ id: 8, email: [{ value: "ada@example.com", primary: true }] }],
    },
    {
      name: "creates an activity with a person",
      version: 1,
      parameters: {
        resource: "activity",
        subject: "Call",
        type: "call",
        done: "1",
        additionalFields: { person_id: 8, due_date: "2026-12-01" },
      },
      replies: [{ body: { success: true, data: { id: 4 } } }],
      asks: [
        [
          "POST /api/v2/activities",
          {
            subject: "Call",
            type: "call",
            done: true,
            participants: [{ person_id: 8, primary: true }],
            due_date: "2026-12-01",
          },
        ],
      ],
      gives: [{ id: 4 }],
    },
    {
      name: "creates a note",
      version: 1,
      parameters: { resource: "note", content: "<b>Hi</b>", additionalFields: { org_id: 5 } },
      replies: [{ body: { success: true, data: { id: 6 } } }],
      asks: [["POST /v1/notes", { content: "<b>Hi</b>", org_id: 5 }]],
      gives: [{ id: 6 }],
    },
    {
      name: "creates a lead of a person with a value",
      version: 1,
      parameters: {
        resource: "lead",
        title: "Tea",
        associateWith: "person",
        person_id: 8,
        additionalFields: { value: { valueProperties: { amount: 5, currency: "EUR" } } },
      },
      replies: [{ body: { success: true, data: { id: "l1" } } }],
      asks: [["POST /v1/leads", { title: "Tea", person_id: 8, value: { amount: 5, currency: "EUR" } }]],
      gives: [{ id: "l1" }],
    },
    {
      name: "deletes an organization",
      version: 1,
      parameters: { resource: "organization", operation: "delete", organizationId: 5 },
      replies: [{ body: { success: true, data: { id: 5 } } }],
      asks: [["DELETE /api/v2/organizations/5"]],
      gives: [{ id: 5 }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", dealId: 404 },
    reply: { status: 404, body: { success: false, error: "Deal not found", error_info: "x" } },
    reason: "Deal not found",
  },
  unsupported: {
    version: 1,
    parameters: { operation: "create", title: "x", encodeProperties: true },
    reason: "custom properties by name are not supported",
  },
});
