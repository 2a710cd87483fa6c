import { expect, test } from "vitest";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { testDescribedService } from "../described-service.fixture.ts";
import { SUPABASE } from "./supabase.ts";

const ROWS = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));

test.each(["get", "update", "delete"])("refuses to %s rows without a condition", async (operation) => {
  const { gateway, requests } = createScriptedService([]);
  const parameters = { operation, tableId: "users" };
  const { error } = await runNode({ type: SUPABASE, version: 1, parameters, services: { gateway } });
  expect(error?.message).toContain("At least one select condition must be defined");
  expect(requests).toEqual([]);
});

testDescribedService("Supabase", SUPABASE, "supabase", {
  cases: [
    {
      name: "creates a row from defined fields",
      version: 1,
      parameters: {
        tableId: "users",
        fieldsUi: { fieldValues: [{ fieldId: "name", fieldValue: "={{ $json.who }}" }] },
      },
      items: [{ who: "Ada" }],
      replies: [{ status: 201, body: [{ id: 1, name: "Ada" }] }],
      asks: [["POST /rest/v1/users", { name: "Ada" }]],
      gives: [{ id: 1, name: "Ada" }],
    },
    {
      name: "creates rows from the items, without ignored fields",
      version: 1,
      parameters: { tableId: "users", dataToSend: "autoMapInputData", inputsToIgnore: "id, secret" },
      items: [{ id: 7, name: "Ada", secret: "x" }],
      replies: [{ status: 201, body: [{ id: 1, name: "Ada" }] }],
      asks: [["POST /rest/v1/users", { name: "Ada" }]],
      gives: [{ id: 1, name: "Ada" }],
    },
    {
      name: "returns all rows, page by page",
      version: 1,
      parameters: { operation: "getAll", tableId: "users", returnAll: true, filterType: "none" },
      replies: [{ body: ROWS(0, 1_000) }, { body: ROWS(1_000, 2) }],
      asks: [
        ["GET /rest/v1/users", { limit: "1000" }],
        ["GET /rest/v1/users", { limit: "1000", offset: "1000" }],
      ],
      gives: ROWS(0, 1_002),
    },
    {
      name: "filters rows by any condition",
      version: 1,
      parameters: {
        operation: "getAll",
        tableId: "users",
        limit: 2,
        filters: {
          conditions: [
            { keyName: "age", condition: "gte", keyValue: "18" },
            { keyName: "name", condition: "eq", keyValue: "Lovelace, Ada" },
            { keyName: "bio", condition: "fullText", searchFunction: "plfts", keyValue: "engine" },
          ],
        },
      },
      replies: [{ body: ROWS(0, 2) }],
      asks: [
        ["GET /rest/v1/users", { or: '(age.gte.18,name.eq."Lovelace, Ada",bio.plfts.engine)', limit: "2" }],
      ],
      gives: ROWS(0, 2),
    },
    {
      name: "updates the rows that match all conditions",
      version: 1,
      parameters: {
        operation: "update",
        tableId: "users",
        matchType: "allFilters",
        filters: { conditions: [{ keyName: "id", condition: "eq", keyValue: 1 }] },
        fieldsUi: { fieldValues: [{ fieldId: "age", fieldValue: 36 }] },
      },
      replies: [{ body: [{ id: 1, age: 36 }] }],
      asks: [["PATCH /rest/v1/users", { id: "eq.1" }, { age: 36 }]],
      gives: [{ id: 1, age: 36 }],
    },
    {
      name: "gets a row by its columns",
      version: 1,
      parameters: {
        operation: "get",
        tableId: "users",
        filters: { conditions: [{ keyName: "id", keyValue: "1" }] },
      },
      replies: [{ body: [{ id: 1 }] }],
      asks: [["GET /rest/v1/users", { id: "eq.1" }]],
      gives: [{ id: 1 }],
    },
    {
      name: "deletes the rows that a filter text selects",
      version: 1,
      parameters: {
        operation: "delete",
        tableId: "users",
        filterType: "string",
        filterString: "age=lt.18&active=is.false",
      },
      replies: [{ body: [{ id: 3 }] }],
      asks: [["DELETE /rest/v1/users", { age: "lt.18", active: "is.false" }]],
      gives: [{ id: 3 }],
    },
  ],
  refused: {
    version: 1,
    parameters: { tableId: "nobody", fieldsUi: { fieldValues: [{ fieldId: "a", fieldValue: "b" }] } },
    reply: { status: 404, body: { code: "PGRST205", message: "Could not find the table 'public.nobody'" } },
    reason: "Could not find the table 'public.nobody'",
  },
  unsupported: {
    version: 1,
    parameters: { operation: "upsert", tableId: "users" },
    reason: "the operation 'upsert' of the resource 'row' is not supported",
  },
});
