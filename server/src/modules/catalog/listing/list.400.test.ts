import { Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";
import { encodeCursor } from "./list-cursor.ts";

const server = useCatalogServer();
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test.each([
  ["of random letters", "garbage"],
  ["of another sort order", encodeCursor("newest", { key: "3", agentId: 3 })],
  ["with SQL in it", encoded(["most_run", "1); DROP TABLE agents --", 1])],
  ["with an impossible id", encoded(["most_run", "1", -4])],
  ["with a wrong shape", encoded({ most_run: 1 })],
  ["of zero length", ""],
])("returns 400 for a cursor %s and names the cursor", async (_, cursor) => {
  const answer = await server().client.get(`/api/v1/agents?sort=most_run&cursor=${cursor}`);
  expect(answer.status).toBe(400);
  const problem = parseAnswer(Problem, answer);
  expect(problem.error).toBe("invalid_request");
  expect(problem.errors).toEqual([{ field: "cursor", message: "cursor must be from a page of this list" }]);
});

test.each([
  ["newest", "1.5"],
  ["most_run", "9".repeat(19)],
  ["cheapest", "Infinity"],
  ["fastest", "9e+999"],
] as const)(
  "returns 400 for a cursor of the sort order %s with the key %s, which the database cannot read",
  async (sort, key) => {
    const cursor = encodeCursor(sort, { key, agentId: 1 });
    const answer = await server().client.get(`/api/v1/agents?sort=${sort}&cursor=${cursor}`);
    expect(answer.status).toBe(400);
  },
);

test.each([
  ["limit=0", "limit"],
  ["limit=101", "limit"],
  ["limit=ten", "limit"],
  ["offset=-1", "offset"],
  ["offset=10001", "offset"],
  ["category=nothing", "category"],
  ["framework=crewai", "framework"],
  ["pricing=cheap", "pricing"],
  ["sort=random", "sort"],
  [`search=${"x".repeat(201)}`, "search"],
])("returns 400 for %s and names the field", async (query, field) => {
  const answer = await server().client.get(`/api/v1/agents?${query}`);
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).errors?.map((error) => error.field)).toEqual([field]);
});
