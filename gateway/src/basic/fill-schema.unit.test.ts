import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ChatJson } from "../chat-request.ts";
import { GatewayError } from "../openai-error.ts";
import { fillSchema } from "./fill-schema.ts";

const INVOICE = `Invoice number: INV-2024-17
Customer: Ada Lovelace
Due date: 31 May 2024
Contact ada@example.org for questions.
- Web hosting $120.00
- Support hours $80.50
Total: $200.50
Paid: no`;

function object(properties: ChatJson, required = Object.keys(properties)): ChatJson {
  return { type: "object", properties, required, additionalProperties: false };
}

describe("filling in a schema from text", () => {
  it("finds values by the names of their properties", () => {
    const item = object({ description: { type: "string" }, price: { type: "number" } });
    const schema = object({
      invoice_number: { type: "string" },
      customer: { type: "string" },
      dueDate: { type: "string", format: "date" },
      contact_email: { type: "string" },
      items: { type: "array", items: item },
      total: { type: "number" },
      paid: { type: "boolean" },
      currency: { anyOf: [{ type: "string" }, { type: "null" }] },
    });
    expect(fillSchema(schema, INVOICE)).toEqual({
      invoice_number: "INV-2024-17",
      customer: "Ada Lovelace",
      dueDate: "2024-05-31",
      contact_email: "ada@example.org",
      items: [
        { description: "Web hosting $120.00", price: 120 },
        { description: "Support hours $80.50", price: 80.5 },
      ],
      total: 200.5,
      paid: false,
      currency: null,
    });
  });

  it("finds a tool's parameters in a question", () => {
    const schema = object(
      { city: { type: "string" }, days: { type: "integer" }, unit: { enum: ["celsius", "fahrenheit"] } },
      ["city"],
    );
    expect(fillSchema(schema, "What will the weather be in Paris for the next 3 days?")).toEqual({
      city: "Paris",
      days: 3,
    });
  });

  it("chooses one of the allowed labels, fills arrays with parts of the text, and follows $ref", () => {
    const schema: ChatJson = {
      ...object({ review: { $ref: "#/$defs/Review" } }),
      $defs: {
        Review: object({
          sentiment: { enum: ["positive", "negative", "neutral"] },
          key_points: { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2 },
        }),
      },
    };
    const text = "The food was excellent. The staff was friendly and fast. We loved the food and the staff.";
    const filled = z
      .object({ review: z.object({ sentiment: z.string(), key_points: z.array(z.string()).length(2) }) })
      .parse(fillSchema(schema, text));
    expect(filled.review.sentiment).toBe("positive");
    for (const point of filled.review.key_points) expect(text).toContain(point);
  });

  it("fills recursive schemas to the smallest allowed depth", () => {
    const node = (next: ChatJson): ChatJson => ({
      $ref: "#/$defs/Node",
      $defs: { Node: object({ name: { type: "string" }, next }) },
    });
    const optional = node({ anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] });
    expect(fillSchema(optional, "Name: Bob")).toEqual({ name: "Bob", next: null });
    expect(fillSchema(node({ type: "array", items: { $ref: "#/$defs/Node" } }), "Name: Bob")).toEqual({
      name: "Bob",
      next: [],
    });
    expect(() => fillSchema(node({ $ref: "#/$defs/Node" }), "Name: Bob")).toThrow(
      "would have to contain itself",
    );
  });

  it.each([
    [{ type: "string", pattern: "^a+$" }, '"pattern"'],
    [{ type: "array", prefixItems: [] }, '"prefixItems"'],
    [{ type: "integer", minimum: 5, maximum: 4 }, "no number is within its bounds"],
    [{ $ref: "https://example.org/schema" }, "does not resolve"],
    [{ $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } }, "references never end"],
    [{ type: "object", properties: {}, required: ["a"] }, '"a" is required but not described'],
  ])("returns a 400 that names what it cannot fill in: %j", (schema, reason) => {
    const fill = () => fillSchema(schema, "text");
    expect(fill).toThrow(GatewayError);
    expect(fill).toThrow(reason);
  });

  it("rejects a small schema that would expand to an enormous one", () => {
    const levels = Array.from({ length: 11 }, (_, at) => [
      `L${at}`,
      { anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/L${at + 1}` })) },
    ]);
    const schema: ChatJson = {
      $ref: "#/$defs/L0",
      $defs: { ...Object.fromEntries(levels), L11: { type: "string" } },
    };
    expect(() => fillSchema(schema, "text")).toThrow("more than 200 values");
  });
});

const bounds = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 40 }));
const sizes = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 30 }));
const name = fc.constantFrom(
  "name",
  "due_date",
  "total",
  "email",
  "summary",
  "tags",
  "is_paid",
  "count",
  "city",
  "x",
);
const schemas = fc.letrec<{ leaf: ChatJson; any: ChatJson }>((tie) => ({
  leaf: fc.oneof(
    sizes.map(([minLength, more]): ChatJson => ({ type: "string", minLength, maxLength: minLength + more })),
    fc.constantFrom("date", "email", "date-time").map((format): ChatJson => ({ type: "string", format })),
    bounds.map(([minimum, more]): ChatJson => ({ type: "integer", minimum, maximum: minimum + more })),
    bounds.map(([minimum, more]): ChatJson => ({ type: "number", minimum, maximum: minimum + more })),
    fc
      .uniqueArray(fc.constantFrom("red", "green", "billing", "other"), { minLength: 1 })
      .map((values): ChatJson => ({ type: "string", enum: values })),
    fc.constant<ChatJson>({ type: "boolean" }),
  ),
  any: fc.oneof(
    { depthSize: "small" },
    tie("leaf"),
    fc.tuple(tie("any"), sizes).map(
      ([items, [minItems, more]]): ChatJson => ({
        type: "array",
        items,
        minItems,
        maxItems: minItems + (more % 4),
      }),
    ),
    fc
      .tuple(fc.dictionary(name, tie("any"), { maxKeys: 4 }), fc.boolean())
      .map(([properties, all]) => object(properties, all ? Object.keys(properties) : [])),
    tie("any").map((schema): ChatJson => ({ anyOf: [schema, { type: "null" }] })),
  ),
}));

describe("filling in any schema from any text", () => {
  it("returns a valid value or an error about size", () => {
    const texts = fc.oneof(
      fc.constant(INVOICE),
      fc.constant(""),
      fc.string({ maxLength: 200 }),
      fc.lorem({ maxCount: 20 }),
    );
    fc.assert(
      fc.property(schemas.any, texts, (schema, text) => {
        try {
          const checked = z.fromJSONSchema(schema).safeParse(fillSchema(schema, text));
          expect(checked.error?.message).toBeUndefined();
        } catch (error) {
          if (!(error instanceof GatewayError) || !error.message.includes("more than 200 values"))
            throw error;
        }
      }),
      { numRuns: 150 },
    );
  });
});
