import { ReviewList } from "@stoa/contract";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useReviews } from "./reviews.fixture.ts";

const market = useReviews();

it("pages by cursor or offset show every review once, newest first", async () => {
  const { client, agent } = market();
  const { id, reviewed } = await agent();
  const ids: string[] = [];
  for (const rating of [1, 2, 3, 4, 5]) ids.unshift((await reviewed(rating)).review.id);
  const page = async (query: string) =>
    parseAnswer(ReviewList, await client.get(`/api/v1/agents/${id}/reviews?${query}`));
  const first = await page("limit=2");
  expect(first.next_cursor).toBe(ids[1]);
  const second = await page(`limit=2&cursor=${first.next_cursor}`);
  const third = await page(`limit=2&cursor=${second.next_cursor}`);
  expect([first, second, third].flatMap(({ reviews }) => reviews.map((review) => review.id))).toEqual(ids);
  expect(third).toMatchObject({ total: 5, average_rating: 3, next_cursor: null });
  expect((await page("limit=2&offset=3")).reviews.map((review) => review.id)).toEqual(ids.slice(3));
});

it("an agent without reviews has an empty list and no mean", async () => {
  const { client, agent } = market();
  const { id } = await agent();
  expect(parseAnswer(ReviewList, await client.get(`/api/v1/agents/${id}/reviews`))).toEqual({
    reviews: [],
    total: 0,
    average_rating: null,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    next_cursor: null,
  });
});

it.each(["limit=0", "limit=101", "cursor=1", "cursor=rev_%00", "offset=-1"])(
  "returns 400 for the page query %s",
  async (query) => {
    const { client, agent } = market();
    const { id } = await agent();
    expect(await client.get(`/api/v1/agents/${id}/reviews?${query}`)).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  },
);

it("with 10,000 reviews, adding and listing a review takes less than a second each", async () => {
  const { client, agent, pool, rating } = market();
  const { id, customer, write } = await agent();
  await pool.query(
    "INSERT INTO users (id, username) SELECT 'usr_many_' || n, 'many_' || n FROM generate_series(1, 10000) n",
  );
  await pool.query(
    `INSERT INTO agent_reviews (agent_id, user_id, rating, text)
     SELECT $1, 'usr_many_' || n, 1 + n % 5, repeat('word ', 100) FROM generate_series(1, 10000) n`,
    [id],
  );
  const person = await customer();
  const timed = async <T>(work: Promise<T>) => {
    const before = performance.now();
    const done = await work;
    expect(performance.now() - before).toBeLessThan(1000);
    return done;
  };
  expect((await timed(write(person, { rating: 5, text: "The last." }))).status).toBe(200);
  expect(await rating(id)).toMatchObject({ rating: 30_005 / 10_001, reviews: 10_001 });
  const list = parseAnswer(ReviewList, await timed(client.get(`/api/v1/agents/${id}/reviews`)));
  expect(list).toMatchObject({ total: 10_001, average_rating: 30_005 / 10_001 });
  expect(list.reviews[0]).toMatchObject({ text: "The last." });
});
