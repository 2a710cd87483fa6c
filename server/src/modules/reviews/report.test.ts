import { OwnReview, ReviewList } from "@stoa/contract";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { ReviewModeration } from "./index.ts";
import { useReviews } from "./reviews.fixture.ts";

const market = useReviews();
const OPERATOR = "operator:tester";

const moderation = () => new ReviewModeration(market().db);
const decisions = async (reviewId: string) => {
  const { rows } = await market().pool.query(
    "SELECT actor, action, reason, details FROM audit_log WHERE subject = $1 ORDER BY created_at",
    [reviewId],
  );
  return rows;
};

/** Creates a review that was reported. Returns functions that call its routes. */
async function reported(rating = 1) {
  const { client, agent } = market();
  const made = await agent();
  const { author, review } = await made.reviewed(rating, "Buy gold at gold.example!");
  const report = async (reason: string, person?: { token: string }) => {
    const { token } = person ?? (await client.register());
    return client.post(`/api/v1/agents/${made.id}/reviews/${review.id}/report`, { reason }, { token });
  };
  return { ...made, author, review, report };
}

it("a report is stored once per person and shown to the operator with its reasons", async () => {
  const { client } = market();
  const { id, author, review, report } = await reported();
  const person = await client.register();
  expect(await report("Advertising", person)).toMatchObject({ status: 201, body: { success: true } });
  expect(await report("Advertising again", person)).toMatchObject({
    status: 409,
    body: { error: "conflict", detail: "You already reported this review." },
  });
  for (const reason of ["Spam", "Not about the agent", "A link"]) await report(reason);
  const found = (await moderation().listReported(50)).find(({ reviewId }) => reviewId === review.id);
  expect(found).toEqual({
    reviewId: review.id,
    agentId: id,
    agentName: expect.stringMatching(/^Ferry/),
    username: author.username,
    rating: 1,
    text: "Buy gold at gold.example!",
    reports: 4,
    reasons: ["A link", "Not about the agent", "Spam"],
  });
});

it("five reports do not change the reviewed agent's list of reviews, count or rating", async () => {
  const { id, review, report } = await reported();
  for (let n = 0; n < 5; n += 1) await report("I do not like it");
  const list = parseAnswer(ReviewList, await market().client.get(`/api/v1/agents/${id}/reviews`));
  expect(list).toMatchObject({ reviews: [review], total: 1, average_rating: 1 });
});

it("a hidden review does not count and is visible only to its author, even if it is written again", async () => {
  const { client, rating } = market();
  const { id, author, developer, review, report, reviewed, write } = await reported(1);
  await reviewed(5);
  await report("Spam");
  expect(await moderation().hide(review.id, OPERATOR, "advertising")).toBe(true);
  expect(await moderation().hide(review.id, OPERATOR, "advertising")).toBe(false);
  expect(await rating(id)).toMatchObject({ rating: 5, reviews: 1 });
  const shown = async () => {
    const list = parseAnswer(
      ReviewList,
      await client.get(`/api/v1/agents/${id}/reviews`, { token: author.token }),
    );
    return { total: list.total, ones: list.distribution[1], found: list.reviews.length };
  };
  const nothingOfIt = { total: 1, ones: 0, found: 1 };
  expect(await shown()).toEqual(nothingOfIt);
  const path = `/api/v1/agents/${id}/review`;
  const own = parseAnswer(OwnReview, await client.get(path, { token: author.token }));
  expect(own).toMatchObject({ is_hidden: true, review: { id: review.id } });
  expect((await report("Spam")).status).toBe(404);
  const reply = `/api/v1/agents/${id}/reviews/${review.id}/reply`;
  expect((await client.put(reply, { text: "Hi" }, { token: developer.token })).status).toBe(404);
  expect((await write(author, { rating: 1, text: "Buy silver!" })).status).toBe(200);
  expect(await shown()).toEqual(nothingOfIt);
  await client.call("DELETE", path, { token: author.token });
  expect((await write(author, { rating: 1, text: "Buy bronze!" })).status).toBe(200);
  expect(await shown()).toEqual(nothingOfIt);
  expect(await rating(id)).toMatchObject({ rating: 5, reviews: 1 });
  expect(await decisions(review.id)).toEqual([
    { actor: OPERATOR, action: "review.hide", reason: "advertising", details: { reports: "1" } },
  ]);
  expect(await moderation().show(review.id, OPERATOR)).toBe(true);
  expect(await shown()).toEqual({ total: 2, ones: 1, found: 2 });
});

it("an operator can show a hidden review again or dismiss the reports of a review", async () => {
  const { rating } = market();
  const { id, review, report } = await reported(2);
  const isReported = async () =>
    (await moderation().listReported(50)).some(({ reviewId }) => reviewId === review.id);
  await moderation().hide(review.id, OPERATOR, "by mistake");
  expect(await moderation().show(review.id, OPERATOR)).toBe(true);
  expect(await moderation().show(review.id, OPERATOR)).toBe(false);
  expect(await rating(id)).toMatchObject({ rating: 2, reviews: 1 });
  expect(await isReported()).toBe(false);
  expect(await moderation().keep(review.id, OPERATOR)).toBe(false);
  await report("Rude");
  expect(await isReported()).toBe(true);
  expect(await moderation().keep(review.id, OPERATOR)).toBe(true);
  expect(await isReported()).toBe(false);
  await report("Rude indeed");
  expect(await isReported()).toBe(true);
  expect((await decisions(review.id)).map(({ action }) => action)).toEqual([
    "review.hide",
    "review.show",
    "review.keep",
  ]);
});

it("10,000 reports are summarized for the operator within a second", async () => {
  const { pool } = market();
  const { review } = await reported();
  await pool.query(
    "INSERT INTO users (id, username) SELECT 'usr_mob_' || n, 'mob_' || n FROM generate_series(1, 10000) n",
  );
  await pool.query(
    `INSERT INTO review_reports (review_id, user_id, reason)
     SELECT $1, 'usr_mob_' || n, repeat('bad ', 120) FROM generate_series(1, 10000) n`,
    [review.id],
  );
  const before = performance.now();
  const [first] = await moderation().listReported(50);
  expect(performance.now() - before).toBeLessThan(1000);
  expect(first).toMatchObject({ reviewId: review.id, reports: 10_000 });
  expect(first?.reasons).toHaveLength(3);
  expect(await moderation().hide(review.id, OPERATOR, "spam")).toBe(true);
});

it("refuses a person's twenty-first report in a day", async () => {
  const { client } = market();
  const { report } = await reported();
  const person = await client.register();
  expect((await report("Bad", person)).status).toBe(201);
  for (let n = 1; n < 20; n += 1) expect((await report("Bad", person)).status).toBe(409);
  const refused = await report("Bad", person);
  expect(refused).toMatchObject({ status: 429, body: { error: "rate_limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3600);
});

it.each([{}, { reason: "" }, { reason: "x".repeat(501) }, { reason: "\u0000" }, { reason: "x", more: 1 }])(
  "refuses the report %j",
  async (body) => {
    const { client } = market();
    const { id, review, author } = await reported();
    const path = `/api/v1/agents/${id}/reviews/${review.id}/report`;
    expect(await client.post(path, body, { token: author.token })).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  },
);

it("returns 404 for a report of another agent's review", async () => {
  const { client } = market();
  const [one, two] = [await reported(), await reported()];
  const path = `/api/v1/agents/${one.id}/reviews/${two.review.id}/report`;
  expect((await client.post(path, { reason: "Spam" }, { token: one.author.token })).status).toBe(404);
});
