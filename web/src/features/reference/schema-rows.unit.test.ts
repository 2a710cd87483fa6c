import { describe, expect, it } from "vitest";
import type { ApiDocument, Schema } from "./api-document.ts";
import { schemaRows } from "./schema-rows.ts";

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
const one = (schema: Schema) => schemaRows(document, schema)[0];

describe("schemaRows", () => {
  it("names the fields of an object, which are needed, and their bounds", () => {
    const rows = schemaRows(document, {
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

  it("follows a reference, and says when there may be nothing", () => {
    const nullable = { anyOf: [{ $ref: "#/components/schemas/Usd" }, { type: "null" }] };
    expect(one(nullable)).toMatchObject({ type: "number or null", description: "US dollars" });
  });

  it("ends where a thing holds things of its own kind", () => {
    const [name, branches] = schemaRows(document, { $ref: "#/components/schemas/Tree" });
    expect(name).toMatchObject({ name: "name" });
    expect(branches).toMatchObject({ name: "branches", type: "list of any", children: [] });
  });

  it("calls what may be of any kind just that", () => {
    expect(one({ $ref: "#/components/schemas/Json" })).toMatchObject({ type: "any" });
  });

  it("parts what may have one of several forms by the field that tells them apart", () => {
    const form = (kind: string): Schema => ({
      type: "object",
      properties: { kind: { type: "string", const: kind }, [kind]: { type: "integer" } },
    });
    expect(schemaRows(document, { oneOf: [form("run"), form("log")] }).map(({ name }) => name)).toEqual([
      'kind = "run"',
      'kind = "log"',
    ]);
  });

  it("lists choices, also those of a list's entries", () => {
    expect(one({ type: "array", items: { type: "string", enum: ["a", "b"] } })).toMatchObject({
      type: "list of string",
      choices: ["a", "b"],
    });
  });
});
