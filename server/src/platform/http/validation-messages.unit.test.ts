import type { Route } from "@stoa/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { ROUTE_GROUPS } from "../../../../scripts/generate/openapi.ts";
import { AppError } from "./app-error.ts";
import { parsePart } from "./mount.ts";

/** Phrases of zod's default messages, which users must not see. */
const JARGON =
  /Invalid (?:input|option|string|key|element)|expected|received|Too (?:small|big)|Unrecognized|[<>]=|\bNaN\b|undefined|ISO|pattern|regex|discriminator|(?:of another type|has an invalid value|does not have a valid form)$/i;

/** One value for each kind of mistake. */
const BAD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.3,
  1e300,
  Number.NaN,
  "",
  "?",
  "\u0000",
  "x".repeat(300_000),
  [],
  [null],
  Array.from({ length: 3_000 }, () => "x"),
  {},
  { unknown_field: 1 },
];

type Place = readonly (string | number)[];

interface Described {
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
  $ref?: string;
  $defs?: Record<string, Described>;
}

/** Below this depth there are only the input values of agents. */
const MAX_DEPTH = 4;

/** Returns the path of every named field and first list entry that a schema describes. */
function placesIn(schema: Described, root: Described, at: Place = []): Place[] {
  if (at.length > MAX_DEPTH) return [];
  const target = schema.$ref === undefined ? schema : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
  if (target === undefined) return [];
  const branches = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])];
  return [
    at,
    ...Object.entries(target.properties ?? {}).flatMap(([name, inner]) =>
      placesIn(inner, root, [...at, name]),
    ),
    ...(target.items === undefined ? [] : placesIn(target.items, root, [...at, 0])),
    ...branches.flatMap((branch) => placesIn(branch, root, at)),
  ];
}

/** Builds a value with an invalid part at one path. */
function badAt([first, ...rest]: Place, bad: unknown): unknown {
  if (first === undefined) return bad;
  const inner = badAt(rest, bad);
  return typeof first === "number" ? [inner] : { [first]: inner };
}

function validate(schema: z.ZodType, value: unknown): { field: string; message: string }[] {
  try {
    parsePart(schema, value);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [...(error.errors ?? [])];
    throw error;
  }
}

const parts = Object.entries(ROUTE_GROUPS).flatMap(([group, routes]) =>
  Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
    (["body", "query"] as const).flatMap((part) => {
      const schema = route[part];
      return schema === undefined ? [] : [[`${part} of ${group}.${name}`, schema] as const];
    }),
  ),
);

test("the tests below check more than 60 bodies and queries of routes", () => {
  expect(parts.length).toBeGreaterThan(60);
});

describe("a validation message", () => {
  test.each(parts)("contains no technical jargon: %s", (_name, schema) => {
    const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Described;
    const places = placesIn(described, described);
    const told = places.flatMap((place) => BAD_VALUES.flatMap((bad) => validate(schema, badAt(place, bad))));
    expect(told.filter(({ message }) => JARGON.test(message))).toEqual([]);
    expect(told.filter(({ message }) => message.length > 400)).toEqual([]);
  });
});

test("the error for a short password at sign-up names the field and the rule", () => {
  const { register } = ROUTE_GROUPS.account ?? {};
  const body = { username: "ada", email: "ada@example.com", password: "ab" };
  expect(validate(register?.body ?? z.never(), body)).toEqual([
    { field: "password", message: "Password must be at least 6 characters long" },
  ]);
});

test("the error for an unknown nested field names its path", () => {
  const schema = z.strictObject({ filters: z.strictObject({}) });
  expect(validate(schema, { filters: { colour: 1 } })).toEqual([
    {
      field: "filters.colour",
      message: 'Unknown field "colour". Check its spelling or omit it',
    },
  ]);
});
