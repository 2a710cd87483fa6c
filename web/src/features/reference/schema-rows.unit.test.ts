import { describe, expect, it } from "vitest";
import type { ApiDocument, Schema } from "./api-document.ts";
import { createSchemaRows } from "./schema-rows.ts";

const TREE: Schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
  },
};
const JSON_VALUE: Schema = {
  anyOf: [
    { type: "string" },
    { type: "number" },
    { type: "boolean" },
    { type: "null" },
    { type: "array", items: { $ref: "#/components/schemas/Json" } },
    { type: "object", additionalProperties: { $ref: "#/components/schemas/Json" } },
  ],
};
const document: ApiDocument = {
  info: { title: "", description: "" },
  tags: [],
  paths: {},
  components: {
    schemas: { Tree: TREE, Json: JSON_VALUE, Usd: { type: "number", description: "US dollars" } },
    parameters: {},
    headers: {},
    responses: {},
  },
};
const createFirstRow = (schema: Schema) => createSchemaRows(document, schema)[0];

describe("createSchemaRows", () => {
  it("lists the fields of an object with their limits and marks required fields", () => {
    const rows = createSchemaRows(document, {
      type: "object",
      properties: {
        text: { type: "string", maxLength: 20 },
        limit: { type: "integer", minimum: 1, maximum: 9, default: 3 },
      },
      required: ["text"],
    });
    expect(rows).toMatchObject([
      { name: "text", type: "string", isRequired: true, bounds: ["at most 20 characters"] },
      { name: "limit", type: "integer", isRequired: false, bounds: ["1 to 9", "default 3"] },
    ]);
  });

  it("follows a reference, and says if the value can be null", () => {
    const nullable = { anyOf: [{ $ref: "#/components/schemas/Usd" }, { type: "null" }] };
    expect(createFirstRow(nullable)).toMatchObject({ type: "number or null", description: "US dollars" });
  });

  it("stops at a recursive schema", () => {
    const [name, branches] = createSchemaRows(document, { $ref: "#/components/schemas/Tree" });
    expect(name).toMatchObject({ name: "name" });
    expect(branches).toMatchObject({ name: "branches", type: "list of any", children: [] });
  });

  it("shows the type of an unconstrained value as 'any'", () => {
    expect(createFirstRow({ $ref: "#/components/schemas/Json" })).toMatchObject({ type: "any" });
  });

  it("names variants by the field that distinguishes them", () => {
    const createForm = (kind: string): Schema => ({
      type: "object",
      properties: { kind: { type: "string", const: kind }, [kind]: { type: "integer" } },
    });
    expect(
      createSchemaRows(document, { oneOf: [createForm("run"), createForm("log")] }).map(({ name }) => name),
    ).toEqual(['kind = "run"', 'kind = "log"']);
  });

  it("lists choices, including those of list items", () => {
    expect(createFirstRow({ type: "array", items: { type: "string", enum: ["a", "b"] } })).toMatchObject({
      type: "list of string",
      choices: ["a", "b"],
    });
  });
});
