import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { POSTGRES_NODES } from "./index.ts";

const [postgres] = POSTGRES_NODES;
if (!postgres) throw new Error("there is no node for PostgreSQL");

const rl = (value: string) => ({ __rl: true, mode: "list", value });
const IN = { schema: rl("public"), table: rl("tea") };
const QUERY = "POST /query";
const rows = (...results: object[][]) => [{ body: { results: results.map((each) => ({ rows: each })) } }];

const CASES: ServiceCase[] = [
  {
    name: "runs a query with parameters for each item",
    version: 2.5,
    parameters: {
      operation: "executeQuery",
      query: "SELECT * FROM tea WHERE name = $1 AND price < $2",
      options: { queryReplacement: "={{ [$json.name, 5] }}" },
    },
    items: [{ name: "a, b" }, { name: "c" }],
    replies: rows([{ id: 1 }, { id: 2 }], []),
    asks: [
      [
        QUERY,
        {
          queries: ["a, b", "c"].map((name) => ({
            text: "SELECT * FROM tea WHERE name = $1 AND price < $2",
            values: [name, 5],
          })),
        },
      ],
    ],
    gives: [{ id: 1 }, { id: 2 }, { success: true }],
  },
  {
    name: "separates parameters in a text by commas, in a transaction",
    version: 2,
    parameters: {
      operation: "executeQuery",
      query: "=UPDATE tea SET hot = $1 WHERE id = {{ $json.id }}",
      options: { queryReplacement: "yes , 2", queryBatching: "transaction" },
    },
    items: [{ id: 7 }],
    replies: rows([]),
    asks: [
      [
        QUERY,
        {
          queries: [{ text: "UPDATE tea SET hot = $1 WHERE id = 7", values: ["yes", "2"] }],
          transaction: true,
        },
      ],
    ],
    gives: [{ success: true }],
  },
  {
    name: "selects rows with conditions and an order",
    version: 2.4,
    parameters: {
      ...IN,
      operation: "select",
      limit: 3,
      where: {
        values: [
          { column: "price", condition: ">=", value: 2 },
          { column: 'odd"name', value: "x" },
          { column: "gone", condition: "IS NULL" },
        ],
      },
      combineConditions: "OR",
      sort: { values: [{ column: "id", direction: "DESC" }] },
      options: { outputColumns: ["id", "price"] },
    },
    replies: rows([{ id: 1, price: 2 }]),
    asks: [
      [
        QUERY,
        {
          queries: [
            {
              text: 'SELECT "id", "price" FROM "public"."tea" WHERE "price" >= $1 OR "odd""name" = $2 OR "gone" IS NULL ORDER BY "id" DESC LIMIT 3',
              values: [2, "x"],
            },
          ],
        },
      ],
    ],
    gives: [{ id: 1, price: 2 }],
  },
  {
    name: "inserts the items, whose lists of objects are JSON",
    version: 2.4,
    parameters: {
      ...IN,
      columns: { mappingMode: "autoMapInputData", value: null },
      options: { skipOnConflict: true, replaceEmptyStrings: true },
    },
    items: [{ name: "Oolong", note: "", tags: ["a"], more: [{ b: 1 }] }],
    replies: rows([{ id: 1 }]),
    asks: [
      [
        QUERY,
        {
          queries: [
            {
              text: 'INSERT INTO "public"."tea" ("name", "note", "tags", "more") VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING *',
              values: ["Oolong", null, ["a"], '[{"b":1}]'],
            },
          ],
        },
      ],
    ],
    gives: [{ id: 1 }],
  },
  {
    name: "updates a row, in version 2",
    version: 2,
    parameters: {
      ...IN,
      operation: "update",
      dataMode: "defineBelow",
      columnToMatchOn: "id",
      valueToMatchOn: "={{ $json.id }}",
      valuesToSend: { values: [{ column: "price", value: 3 }] },
    },
    items: [{ id: 7 }],
    replies: rows([{ id: 7, price: 3 }]),
    asks: [
      [
        QUERY,
        {
          queries: [
            { text: 'UPDATE "public"."tea" SET "price" = $2 WHERE "id" = $1 RETURNING *', values: [7, 3] },
          ],
        },
      ],
    ],
    gives: [{ id: 7, price: 3 }],
  },
  {
    name: "inserts or updates a row by its key",
    version: 2.6,
    parameters: {
      ...IN,
      operation: "upsert",
      columns: {
        mappingMode: "defineBelow",
        value: { id: 7, price: "={{ 1 + 2 }}" },
        matchingColumns: ["id"],
      },
    },
    replies: rows([{ id: 7, price: 3 }]),
    asks: [
      [
        QUERY,
        {
          queries: [
            {
              text: 'INSERT INTO "public"."tea" ("id", "price") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "price" = EXCLUDED."price" RETURNING *',
              values: [7, 3],
            },
          ],
        },
      ],
    ],
    gives: [{ id: 7, price: 3 }],
  },
  {
    name: "deletes rows",
    version: 2.4,
    parameters: {
      ...IN,
      operation: "deleteTable",
      deleteCommand: "delete",
      where: { values: [{ column: "id", condition: "equal", value: 7 }] },
    },
    replies: rows([]),
    asks: [[QUERY, { queries: [{ text: 'DELETE FROM "public"."tea" WHERE "id" = $1', values: [7] }] }]],
    gives: [{ success: true }],
  },
];

describe("Postgres", () => {
  it.each(CASES)("$name", (one) => expectCase(postgres, "postgres", one));

  it("continues after a failed query if queries are independent", async () => {
    const { gateway } = createScriptedService([
      { status: 422, body: { code: "42P01", message: 'relation "tea" does not exist' } },
      ...rows([{ id: 2 }]),
    ]);
    const { outputs } = await runNode({
      type: postgres,
      version: 2.4,
      parameters: {
        operation: "executeQuery",
        query: "SELECT 1",
        options: { queryBatching: "independently" },
      },
      items: [{}, {}],
      node: { onError: "continueRegularOutput" },
      services: { gateway },
    });
    expect(outputs[0]).toEqual([{ error: expect.any(String) }, { id: 2 }]);
  });

  it.each([
    [
      {
        operation: "select",
        table: rl("t"),
        where: { values: [{ column: "a", condition: "; DROP", value: 1 }] },
      },
      "; DROP",
    ],
    [
      { operation: "update", table: rl("t"), columns: { value: { a: 1 }, matchingColumns: [] } },
      "identifies the row",
    ],
    [{ operation: "insert", table: rl("t"), columns: { value: {} } }, "no columns"],
    [{ operation: "executeQuery", query: " " }, "The query is empty"],
    [{ operation: "listen" }, "the operation 'listen' of the resource 'database' is not supported"],
  ])("refuses %j before it calls the database", async (parameters, message) => {
    const { gateway, requests } = createScriptedService([]);
    const { error } = await runNode({ type: postgres, version: 2.4, parameters, services: { gateway } });
    expect(error?.message).toContain(message);
    expect(requests).toEqual([]);
  });

  it("returns the database's message", async () => {
    const { gateway } = createScriptedService([
      { status: 422, body: { code: "42P01", message: 'relation "tea" does not exist' } },
    ]);
    const parameters = { operation: "executeQuery", query: "SELECT * FROM tea" };
    const { error } = await runNode({ type: postgres, version: 2.4, parameters, services: { gateway } });
    expect(error?.message).toContain('relation "tea" does not exist');
  });
});
