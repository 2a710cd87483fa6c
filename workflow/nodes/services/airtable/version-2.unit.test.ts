import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedHttp } from "../../http/scripted-http.fixture.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { airtable, flat, record, TABLE } from "./airtable-samples.fixture.ts";

const CASES: ServiceCase[] = [
  {
    name: "version 2 creates a record from each item and returns its fields with its id",
    version: 2,
    parameters: {
      ...TABLE,
      operation: "create",
      columns: { mappingMode: "defineBelow", value: { Name: "={{ $json.who }}", Age: 3 } },
      options: {},
    },
    items: [{ who: "Ada" }, { who: "Ben" }],
    replies: [
      { body: record("rec1", { Name: "Ada", Age: 3 }) },
      { body: record("rec2", { Name: "Ben", Age: 3 }) },
    ],
    asks: [
      ["POST /app1/tbl1", { typecast: false, fields: { Name: "Ada", Age: 3 } }],
      ["POST /app1/tbl1", { typecast: false, fields: { Name: "Ben", Age: 3 } }],
    ],
    gives: [flat("rec1", { Name: "Ada", Age: 3 }), flat("rec2", { Name: "Ben", Age: 3 })],
  },
  {
    name: "version 2.1 uses the fields of the item, except ignored ones",
    version: 2.1,
    parameters: {
      ...TABLE,
      operation: "create",
      columns: { mappingMode: "autoMapInputData" },
      options: { ignoreFields: "secret, x", typecast: true },
    },
    items: [{ Name: "Ada", secret: 1, x: 2 }],
    replies: [{ body: record("rec1", { Name: "Ada" }) }],
    asks: [["POST /app1/tbl1", { typecast: true, fields: { Name: "Ada" } }]],
    gives: [flat("rec1", { Name: "Ada" })],
  },
  {
    name: "version 2 updates a record by its id",
    version: 2,
    parameters: {
      ...TABLE,
      operation: "update",
      columns: { mappingMode: "defineBelow", value: { id: "rec1", Age: 4 }, matchingColumns: ["id"] },
    },
    replies: [{ body: { records: [record("rec1", { Age: 4 })] } }],
    asks: [["PATCH /app1/tbl1", { records: [{ id: "rec1", fields: { Age: 4 } }], typecast: false }]],
    gives: [flat("rec1", { Age: 4 })],
  },
  {
    name: "version 2.1 updates the first record that matches",
    version: 2.1,
    parameters: {
      ...TABLE,
      operation: "update",
      columns: {
        mappingMode: "defineBelow",
        value: { Name: "Ada", Age: 4 },
        matchingColumns: ["Name"],
      },
    },
    replies: [
      { body: { records: [record("rec0", { Name: "Ben" })], offset: "o" } },
      { body: { records: [record("rec1", { Name: "Ada" }), record("rec2", { Name: "Ada" })] } },
      { body: { records: [record("rec1", { Name: "Ada", Age: 4 })] } },
    ],
    asks: [
      ["GET /app1/tbl1", { "fields[]": "Name" }],
      ["GET /app1/tbl1", { "fields[]": "Name", offset: "o" }],
      ["PATCH /app1/tbl1", { records: [{ id: "rec1", fields: { Name: "Ada", Age: 4 } }], typecast: false }],
    ],
    gives: [flat("rec1", { Name: "Ada", Age: 4 })],
  },
  {
    name: "version 2.1 updates or creates records by a column",
    version: 2.1,
    parameters: {
      ...TABLE,
      operation: "upsert",
      columns: { mappingMode: "defineBelow", value: { Name: "Ada", Age: 4 }, matchingColumns: ["Name"] },
    },
    replies: [{ body: { records: [record("rec1", { Name: "Ada", Age: 4 })] } }],
    asks: [
      [
        "PATCH /app1/tbl1",
        {
          performUpsert: { fieldsToMergeOn: ["Name"] },
          records: [{ fields: { Name: "Ada", Age: 4 } }],
          typecast: false,
        },
      ],
    ],
    gives: [flat("rec1", { Name: "Ada", Age: 4 })],
  },
  {
    name: "version 2.1 creates a record if the item does not contain an id",
    version: 2.1,
    parameters: {
      ...TABLE,
      operation: "upsert",
      columns: { mappingMode: "defineBelow", value: { id: "", Name: "Ada" }, matchingColumns: ["id"] },
    },
    replies: [{ body: record("rec1", { Name: "Ada" }) }],
    asks: [["POST /app1/tbl1"]],
    gives: [flat("rec1", { Name: "Ada" })],
  },
  {
    name: "version 2.1 searches for each item, in pages, sorted",
    version: 2.1,
    parameters: {
      ...TABLE,
      operation: "search",
      filterByFormula: "={Name}='{{ $json.who }}'",
      sort: { property: [{ field: "Age", direction: "desc" }] },
      options: { fields: ["Name", "Age"] },
    },
    items: [{ who: "Ada" }],
    replies: [
      { body: { records: [record("rec1", { Name: "Ada" })], offset: "o" } },
      { body: { records: [record("rec2", { Name: "Ada" })] } },
    ],
    asks: [
      ["GET /app1/tbl1"],
      [
        "GET /app1/tbl1",
        {
          filterByFormula: "{Name}='Ada'",
          "fields[]": "Age",
          "sort[0][field]": "Age",
          "sort[0][direction]": "desc",
          offset: "o",
        },
      ],
    ],
    gives: [flat("rec1", { Name: "Ada" }), flat("rec2", { Name: "Ada" })],
  },
  {
    name: "version 2 searches once for all items",
    version: 2,
    parameters: { ...TABLE, operation: "search", returnAll: false, limit: 1 },
    items: [{ a: 1 }, { a: 2 }],
    replies: [{ body: { records: [record("rec1", {})] } }],
    asks: [["GET /app1/tbl1", { maxRecords: "1" }]],
    gives: [flat("rec1", {})],
  },
  {
    name: "version 2.1 reads a record by default",
    version: 2.1,
    parameters: { ...TABLE, id: "rec1" },
    replies: [{ body: record("rec1", { Name: "Ada" }) }],
    asks: [["GET /app1/tbl1/rec1"]],
    gives: [flat("rec1", { Name: "Ada" })],
  },
  {
    name: "version 2.1 deletes a record",
    version: 2.1,
    parameters: { ...TABLE, operation: "deleteRecord", id: "rec1" },
    replies: [{ body: { deleted: true, id: "rec1" } }],
    asks: [["DELETE /app1/tbl1/rec1"]],
    gives: [{ deleted: true, id: "rec1" }],
  },
  {
    name: "version 2.1 lists the bases with a permission level",
    version: 2.1,
    parameters: { resource: "base", options: { permissionLevel: ["create"] } },
    replies: [
      {
        body: {
          bases: [
            { id: "app1", permissionLevel: "create" },
            { id: "app2", permissionLevel: "read" },
          ],
        },
      },
    ],
    asks: [["GET /meta/bases"]],
    gives: [{ id: "app1", permissionLevel: "create" }],
  },
  {
    name: "version 2 describes the tables of a base selected by URL",
    version: 2,
    parameters: {
      resource: "base",
      operation: "getSchema",
      base: { __rl: true, mode: "url", value: "https://airtable.com/app9/tbl1/viw1?blocks=hide" },
    },
    replies: [{ body: { tables: [{ id: "tbl1", fields: [] }] } }],
    asks: [["GET /meta/bases/app9/tables"]],
    gives: [{ id: "tbl1", fields: [] }],
  },
];

describe("Airtable version 2", () => {
  it.each(CASES)("$name", (one) => expectCase(airtable, "airtable", one));

  it("downloads a record's files", async () => {
    const { gateway } = createScriptedService([
      {
        body: record("rec1", {
          Papers: [{ url: "https://v5.airtableusercontent.com/x", filename: "a.txt", type: "text/plain" }],
        }),
      },
    ]);
    const { items } = await runNode({
      type: airtable,
      version: 2.1,
      parameters: { ...TABLE, id: "rec1", options: { downloadFields: ["Papers"] } },
      services: { gateway, http: createScriptedHttp([{ body: "ab" }]) },
    });
    const file = items[0]?.[0]?.binary?.Papers_0;
    expect([file?.fileName, Buffer.from(file?.bytes ?? []).toString()]).toEqual(["a.txt", "ab"]);
  });

  it("names the field of the search in the error if no record matches", async () => {
    const { gateway } = createScriptedService([{ body: { records: [] } }]);
    const { error } = await runNode({
      type: airtable,
      version: 2.1,
      parameters: {
        ...TABLE,
        operation: "update",
        columns: { value: { Name: "Ada" }, matchingColumns: ["Name"] },
      },
      services: { gateway },
    });
    expect(error).toMatchObject({
      node: "Node",
      field: "columns.matchingColumns",
      message: "No records match provided keys",
    });
  });
});
