import { expect, it } from "vitest";
import { useReviews } from "./reviews.fixture.ts";

const market = useReviews();
const REVIEW = `rev_${"0".repeat(32)}`;
const CALLS: [method: string, path: string, json: object][] = [
  ["GET", "/review", {}],
  ["PUT", "/review", { rating: 5, text: "Good." }],
  ["DELETE", "/review", {}],
  ["PUT", `/reviews/${REVIEW}/reply`, { text: "Thanks." }],
  ["DELETE", `/reviews/${REVIEW}/reply`, {}],
  ["POST", `/reviews/${REVIEW}/report`, { reason: "Spam" }],
];
const withBody = (method: string, json: object) => (method === "PUT" || method === "POST" ? { json } : {});

it.each(CALLS)("%s %s returns 401 without a session", async (method, path, json) => {
  const { client, agent } = market();
  const { id } = await agent();
  const url = `/api/v1/agents/${id}${path}`;
  for (const token of [undefined, "nobodys"]) {
    const credentials = token === undefined ? {} : { token };
    expect(await client.call(method, url, { ...withBody(method, json), ...credentials })).toMatchObject({
      status: 401,
      body: { error: "unauthorized" },
    });
  }
});

it.each(CALLS)("%s %s returns 404 for unknown and invalid ids", async (method, path, json) => {
  const { client } = market();
  const { token } = await client.register();
  for (const id of ["2147483000", "99999999999999999999", "0", "x", "%00"]) {
    const answer = await client.call(method, `/api/v1/agents/${id}${path}`, {
      ...withBody(method, json),
      token,
    });
    expect(answer).toMatchObject({ status: 404, body: { error: "not_found" } });
  }
});

it("returns 404 for reviews of an unknown or inactive agent", async () => {
  const { client, agent } = market();
  const { id, developer, customer, write } = await agent();
  const person = await customer();
  await client.put(`/api/v1/agents/${id}`, { is_active: false }, { token: developer.token });
  expect((await client.get(`/api/v1/agents/${id}/reviews`)).status).toBe(404);
  expect((await client.get("/api/v1/agents/2147483000/reviews")).status).toBe(404);
  expect((await write(person, { rating: 1, text: "Gone." })).status).toBe(404);
  expect((await client.get(`/api/v1/agents/${id}/reviews`, { token: developer.token })).status).toBe(200);
});
