import { describe, expect, test } from "vitest";
import * as z from "zod";
import { describeIssue, describeValue } from "./issue-messages.ts";

function getMessage(schema: z.ZodType, value: unknown, error = describeIssue): string {
  const read = schema.safeParse(value, { error });
  if (read.success) throw new Error("the value is accepted");
  return read.error.issues[0]?.message ?? "";
}

const form = z.strictObject({
  password: z.string().min(6).max(8).optional(),
  agent_id: z.int().min(1).max(9).optional(),
  price: z.number().gt(0).lt(2).multipleOf(0.5).optional(),
  email: z.email().optional(),
  ends_at: z.iso.datetime().optional(),
  events: z
    .array(z.enum(["run", "sale"]))
    .min(1)
    .max(2)
    .optional(),
  code: z.string().regex(/^x/).length(3).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  choice: z.literal(true).optional(),
  tools: z.array(z.strictObject({ agent_id: z.int() })).optional(),
  filters: z.strictObject({ max_price: z.number() }).optional(),
});

describe("a message names the field in words and says what is wrong", () => {
  test.each<[object, string]>([
    [{ password: "short" }, "Password must have at least 6 characters"],
    [{ password: "much too long" }, "Password must have at most 8 characters"],
    [{ password: 7 }, "Password must be text"],
    [{ agent_id: 1.5 }, "Agent ID must be a whole number"],
    [{ agent_id: 0 }, "Agent ID must be at least 1"],
    [{ agent_id: 10 }, "Agent ID must be at most 9"],
    [{ price: 0 }, "Price must be more than 0"],
    [{ price: 2 }, "Price must be less than 2"],
    [{ price: 0.7 }, "Price must be a multiple of 0.5"],
    [{ email: "nobody" }, "Email must be an email address such as name@example.com"],
    [{ ends_at: "soon" }, "Ends at must be a date and time in UTC such as 2026-01-31T12:00:00Z"],
    [{ events: [] }, "Events must not be empty"],
    [{ events: ["run", "run", "run"] }, "Events must have at most 2 items"],
    [{ events: ["run", "fun"] }, "Item 2 of events must be one of: run, sale"],
    [{ code: "abc" }, "Code has an invalid format"],
    [{ code: "x" }, "Code must have exactly 3 characters"],
    [{ either: true }, "Either must be text or a number"],
    [{ choice: false }, "Choice must be true"],
    [{ tools: [{ agent_id: 1 }, {}] }, "Agent ID in item 2 of tools is required"],
    [{ filters: { max_price: "1" } }, "Max price in filters must be a number"],
    [{ color: 1 }, 'Unknown field "color". Check its spelling or omit it'],
    [{ a: 1, b: 2 }, 'Unknown fields "a", "b". Check their spelling or omit them'],
  ])("explains what is wrong with %j: %s", (value, message) => {
    expect(getMessage(form, value)).toBe(message);
  });
});

test("the message omits the field's name if the caller already shows which field it is", () => {
  expect(getMessage(form, { password: 7 }, describeValue)).toBe("must be text");
});

test("a message that the schema defines itself is returned unchanged", () => {
  expect(getMessage(z.object({ a: z.string({ error: "Say a" }) }), {})).toBe("Say a");
});
