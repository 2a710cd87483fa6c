import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../workflow/model/item.ts";
import type { Random } from "./random.ts";

/** Values that conversions and comparisons often handle wrongly. */
export const HARD_VALUES: readonly JsonValue[] = [
  ...[null, "", " ", 0, -1, 1.5, 1e21, 0.1, true, false],
  ...["0", "1", "01", "1.50", " 12 ", "-3", "1e3", "0x10", "NaN", "abc", "ABC", "true", "False", "yes"],
  ...[
    "null",
    "undefined",
    "Ünïcödé",
    "日本語",
    "👩‍👩‍👧 x",
    "a,b",
    "a\nb",
    "{{x}}",
    "<b>&amp;</b>",
    'it\'s "so"',
  ],
  ...["2024-02-29", "2024-05-01T10:00:00.000+02:00", "2024-03-31T02:30:00", "1714521600", "01/02/2024"],
  ...[1714521600, 1714521600123, 1714521600.25],
  ...[[], [1, 2, 2], ["a", null, "A"], [[1], [2]], [{ id: 1 }, { id: "1" }, {}]],
  ...[{}, { a: 1 }, { a: { b: [1, { c: null }] } }, { "a.b": 1, "x y": "z" }],
];

/** How the values of a field look when they are not hard. */
const KINDS: Readonly<Record<string, (random: Random, index: number) => JsonValue>> = {
  number: (random) => random.pick([1, 2, 3, 3, 10, -5, 2.5]),
  text: (random) => random.pick(["a", "b", "B", "c", "Ada", "ada", "Zoë"]),
  numericText: (random) => random.pick(["1", "2", "3", "10", "2.5"]),
  flag: (random) => random.chance(0.5),
  date: (random) =>
    random.pick([
      "2024-01-31",
      "2024-02-29T12:30:00Z",
      "2023-12-31T23:59:59.999Z",
      "2024-07-01T00:00:00+05:30",
    ]),
  list: (random) => random.pick<JsonValue>([[1, 2], ["a"], [], [{ id: 1, n: "x" }, { id: 2 }]]),
  record: (random) => ({
    city: random.pick(["Rom", "Köln", ""]),
    zip: random.pick<JsonValue>([1, "1", null]),
  }),
  serial: (_random, index) => index,
};

export const FIELDS = ["id", "name", "value", "group", "date", "list", "nested", "a.b", "x y"] as const;

const USUAL_KINDS: Readonly<Record<string, readonly string[]>> = {
  id: ["serial", "number", "numericText"],
  name: ["text"],
  value: ["number", "numericText", "flag"],
  group: ["text", "number"],
  date: ["date"],
  list: ["list"],
  nested: ["record"],
  "a.b": ["number", "text"],
  "x y": ["text"],
};

/** Returns 0 to 8 items whose fields are missing or hard in some items. */
export function createItems(random: Random): JsonObject[] {
  const count = random.pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 8]);
  const hardness = random.pick([0, 0, 0.1, 0.3, 0.6]);
  const fields = random.chance(0.7)
    ? ["id", "name", "value", ...random.sample(FIELDS.slice(3), 3)]
    : [...FIELDS];
  const kinds = fields.map((field) => [field, random.pick(USUAL_KINDS[field] ?? ["text"])] as const);
  const items = Array.from({ length: count }, (_, index) => {
    const json: JsonObject = {};
    for (const [field, kind] of kinds) {
      if (random.chance(hardness / 3)) continue;
      json[field] = random.chance(hardness)
        ? random.pick(HARD_VALUES)
        : (KINDS[kind]?.(random, index) ?? null);
    }
    return json;
  });
  if (items.length > 1 && random.chance(0.2)) items.push({ ...items[0] });
  if (random.chance(0.08)) items.push({});
  return items;
}

/** Returns the name or path of a field that items often have. */
export function pickField(random: Random): string {
  if (random.chance(0.08)) return random.pick(["none", "nested.none", "none.deep", "list[5]"]);
  return random.pick([
    ...["id", "id", "name", "name", "value", "value", "value", "group", "group", "date", "list", "nested"],
    ...["nested.city", "nested.zip", "list[0]", "a.b", "x y"],
  ]);
}

/** Returns an expression that reads data of the workflow. */
export function pickExpression(random: Random, sources: readonly string[]): string {
  const field = pickField(random);
  const read = /^[a-z]+(\.[a-z]+|\[\d\])*$/.test(field) && field !== "a.b" ? `.${field}` : `["${field}"]`;
  const source = random.pick(sources);
  return random.pick([
    `={{ $json${read} }}`,
    `={{ $json${read} }}`,
    `={{ $json${read} }}`,
    `={{ $('${source}').item.json${read} }}`,
    `={{ $('${source}').first().json${read} }}`,
    `={{ $('${source}').all().length }}`,
    `={{ $('${source}').all().map(item => item.json${read}) }}`,
    `={{ $('${source}').itemMatching($itemIndex).json${read} }}`,
    `={{ $input.all().length }}`,
    `={{ $input.first().json${read} }}`,
    `={{ $input.last().json${read} }}`,
    `=x {{ $json${read} }} y`,
    `={{ $itemIndex + 1 }}`,
    `={{ $runIndex }}`,
    `={{ $node["${source}"].json${read} }}`,
    `={{ $prevNode.name }}`,
  ]);
}
