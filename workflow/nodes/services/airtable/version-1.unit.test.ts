import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { airtable, OLD, record } from "./airtable-samples.fixture.ts";

const CASES: ServiceCase[] = [
  {
    name: "appends items in batches and returns the records unchanged",
    version: 1,
    parameters: { ...OLD, operation: "append", options: { bulkSize: 2 } },
    items: [{ Name: "A" }, { Name: "B" }, { Name: "C" }],
    replies: [
      { body: { records: [record("rec1", { Name: "A" }), record("rec2", { Name: "B" })] } },
      { body: { records: [record("rec3", { Name: "C" })] } },
    ],
    asks: [
      ["POST /app1/Orders%20of%20May", { records: [{ fields: { Name: "A" } }, { fields: { Name: "B" } }] }],
      ["POST /app1/Orders%20of%20May", { records: [{ fields: { Name: "C" } }] }],
    ],
    gives: [record("rec1", { Name: "A" }), record("rec2", { Name: "B" }), record("rec3", { Name: "C" })],
  },
  {
    name: "updates the selected fields",
    version: 1,
    parameters: {
      ...OLD,
      operation: "update",
      id: "={{ $json.id }}",
      updateAllFields: false,
      fields: ["Age"],
      options: { typecast: true },
    },
    items: [{ id: "rec1", Name: "A", Age: 4 }],
    replies: [{ body: { records: [record("rec1", { Age: 4 })] } }],
    asks: [
      ["PATCH /app1/Orders%20of%20May", { records: [{ id: "rec1", fields: { Age: 4 } }], typecast: true }],
    ],
    gives: [record("rec1", { Age: 4 })],
  },
  {
    name: "lists records once, regardless of the number of items",
    version: 1,
    parameters: {
      ...OLD,
      operation: "list",
      additionalOptions: { view: "Grid", filterByFormula: "1", sort: { property: [{ field: "Name" }] } },
    },
    items: [{}, {}],
    replies: [{ body: { records: [record("rec1", {})] } }],
    asks: [
      [
        "GET /app1/Orders%20of%20May",
        { filterByFormula: "1", "sort[0][field]": "Name", "sort[0][direction]": "asc", view: "Grid" },
      ],
    ],
    gives: [record("rec1", {})],
  },
  {
    name: "deletes several records in one request",
    version: 1,
    parameters: { ...OLD, operation: "delete", id: "={{ $json.id }}" },
    items: [{ id: "rec1" }],
    replies: [{ body: { records: [{ id: "rec1", deleted: true }] } }],
    asks: [["DELETE /app1/Orders%20of%20May", { "records[]": "rec1" }]],
    gives: [{ id: "rec1", deleted: true }],
  },
];

describe("Airtable version 1", () => {
  it.each(CASES)("$name", (one) => expectCase(airtable, "airtable", one));

  it("returns an error item for each item of a failed batch", async () => {
    const { gateway } = createScriptedService([
      { status: 422, body: { error: { type: "INVALID", message: "Unknown field" } } },
    ]);
    const { outputs } = await runNode({
      type: airtable,
      version: 1,
      parameters: { ...OLD, operation: "append" },
      items: [{ a: 1 }, { a: 2 }],
      node: { onError: "continueRegularOutput" },
      services: { gateway },
    });
    expect(outputs[0]).toEqual([
      { error: "Your request is invalid or could not be processed by the service" },
      { error: "Your request is invalid or could not be processed by the service" },
    ]);
  });
});
