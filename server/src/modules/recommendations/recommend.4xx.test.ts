import { Problem, TEXTS } from "@stoa/contract";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();
const PATH = "/api/v1/recommendations/recommend";
let token = "";

beforeAll(async () => {
  ({ token } = await server().client.register());
});

test.each([
  ["no query", {}, "query", TEXTS.recommendations.queryRequired],
  ["an empty query", { query: "" }, "query", TEXTS.recommendations.queryRequired],
  ["blanks", { query: " \n\t" }, "query", TEXTS.recommendations.queryRequired],
  ["a number", { query: 5 }, "query", TEXTS.recommendations.queryRequired],
  ["10,000 characters", { query: "x".repeat(10_000) }, "query", "Describe it in at most 2000 characters"],
  ["an unknown category", { query: "x", category: "cooking" }, "category", undefined],
  ["a negative price", { query: "x", max_price: -0.1 }, "max_price", "Maximum price must be 0 or more"],
  ["a price in words", { query: "x", max_price: "cheap" }, "max_price", "Maximum price must be a number"],
  [
    "a price above the maximum",
    { query: "x", max_price: 2 },
    "max_price",
    "Maximum price must be at most 1 USD",
  ],
  ["a limit above the maximum", { query: "x", limit: 21 }, "limit", undefined],
  ["an unknown field", { query: "x", user: "me" }, "user", undefined],
])("returns 400 for %s and names the field", async (_case, body, field, message) => {
  const answer = await server().client.post(PATH, body, { token });
  expect(answer.status).toBe(400);
  const { errors, detail, error } = parseAnswer(Problem, answer);
  expect(error).toBe("invalid_request");
  expect(errors?.[0]?.field).toBe(field);
  if (message !== undefined) expect(detail).toBe(message);
});

test("returns 401 without a token and with a wrong one", async () => {
  const { client } = server();
  expect((await client.post(PATH, { query: "invoices" })).status).toBe(401);
  expect((await client.post(PATH, { query: "invoices" }, { token: "wrong" })).status).toBe(401);
});

test("an API key with read scope is accepted", async () => {
  const { client } = server();
  const me = Object((await client.get("/api/v1/users/me", { token })).body);
  expect((await client.post(PATH, { query: "invoices" }, { key: String(me.api_key) })).status).toBe(200);
});
