import { Agent, AgentList, NotificationList, OwnReview, Review, ReviewList } from "@stoa/contract";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useReviews } from "./reviews.fixture.ts";

const market = useReviews();

it("a review after a paid run is listed and updates the agent's mean and count", async () => {
  const { client, agent, rating } = market();
  const { id, reviewed } = await agent();
  expect(await rating(id)).toEqual({ rating: null, average_rating: null, reviews: 0 });
  const first = await reviewed(5, "  Exact.\r\nEvery time. <b>Really</b>  ");
  const second = await reviewed(4, "Good.");
  const third = await reviewed(2, "Slow.");
  expect(first.review).toEqual({
    id: expect.stringMatching(/^rev_[0-9a-f]{32}$/),
    agent_id: id,
    username: first.author.username,
    rating: 5,
    text: "Exact.\nEvery time. <b>Really</b>",
    created_at: first.review.updated_at,
    updated_at: first.review.created_at,
    reply: null,
  });
  const list = parseAnswer(ReviewList, await client.get(`/api/v1/agents/${id}/reviews`));
  expect(list).toEqual({
    reviews: [third.review, second.review, first.review],
    total: 3,
    average_rating: 11 / 3,
    distribution: { 1: 0, 2: 1, 3: 0, 4: 1, 5: 1 },
    next_cursor: null,
  });
  expect(await rating(id)).toEqual({ rating: 11 / 3, average_rating: 11 / 3, reviews: 3 });
});

it("the marketplace sorts by rating, even after an agent was changed", async () => {
  const { client, agent } = market();
  const [good, better] = [await agent(), await agent()];
  await good.reviewed(4);
  await better.reviewed(5);
  await client.put(`/api/v1/agents/${better.id}`, { description: "Anew" }, { token: better.developer.token });
  const best = parseAnswer(AgentList, await client.get("/api/v1/agents?sort=best_rated&limit=100"));
  const places = [better.id, good.id].map((id) => best.agents.findIndex((found) => found.id === id));
  expect(places[0]).toBeLessThan(places[1] ?? -1);
});

it("a second review by the same person changes the first", async () => {
  const { client, agent, rating } = market();
  const { id, reviewed, write } = await agent();
  const { author, review } = await reviewed(1, "Broken.");
  const changed = parseAnswer(Review, await write(author, { rating: 5, text: "Mended." }));
  expect(changed).toEqual({ ...review, rating: 5, text: "Mended.", updated_at: changed.updated_at });
  expect(changed.updated_at > review.updated_at).toBe(true);
  const list = parseAnswer(ReviewList, await client.get(`/api/agents/${id}/reviews/`));
  expect(list).toMatchObject({ reviews: [changed], total: 1 });
  expect(await rating(id)).toMatchObject({ rating: 5, reviews: 1 });
});

it("the developer is notified of a new review once, not when its author changes or rewrites it", async () => {
  const { client, agent } = market();
  const { id, developer, reviewed, write } = await agent();
  const { author } = await reviewed(2, "Slow.");
  await write(author, { rating: 5, text: "Fast now." });
  await client.call("DELETE", `/api/v1/agents/${id}/review`, { token: author.token });
  await write(author, { rating: 1, text: "Slow again." });
  const { notifications } = parseAnswer(
    NotificationList,
    await client.get("/api/v1/notifications", { token: developer.token }),
  );
  expect(notifications.filter(({ kind }) => kind === "new_review")).toMatchObject([
    { title: "New review", message: expect.stringContaining(`${author.username} rated`), agent_id: id },
  ]);
});

it("a person's two simultaneous reviews become one review, and reviews by several people all count", async () => {
  const { client, agent, rating } = market();
  const { id, customer, write } = await agent();
  const people = await Promise.all(Array.from({ length: 6 }, customer));
  const answers = await Promise.all(
    people.flatMap((person, n) => [
      write(person, { rating: 1 + (n % 5), text: "At once." }),
      write(person, { rating: 1 + (n % 5), text: "At the same time." }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(parseAnswer(ReviewList, await client.get(`/api/v1/agents/${id}/reviews`))).toMatchObject({
    total: 6,
    average_rating: 16 / 6,
    distribution: { 1: 2, 2: 1, 3: 1, 4: 1, 5: 1 },
  });
  expect(await rating(id)).toEqual({ rating: 16 / 6, average_rating: 16 / 6, reviews: 6 });
});

it("shows callers whether they may review an agent", async () => {
  const { client, agent } = market();
  const { id, developer, customer, write } = await agent();
  const own = async (token: string) =>
    parseAnswer(OwnReview, await client.get(`/api/v1/agents/${id}/review`, { token }));
  const stranger = await client.register();
  expect(await own(stranger.token)).toEqual({
    review: null,
    is_hidden: false,
    may_review: false,
    reason: "You can review this agent once you have paid for a completed run of it.",
  });
  expect(await own(developer.token)).toMatchObject({
    may_review: false,
    reason: "You cannot review your own agent.",
  });
  const person = await customer();
  expect(await own(person.token)).toMatchObject({ review: null, may_review: true, reason: null });
  const review = parseAnswer(Review, await write(person, { rating: 3, text: "Fair." }));
  expect(await own(person.token)).toEqual({ review, is_hidden: false, may_review: true, reason: null });
});

it("a deleted review is removed with its reply, and counts as new when it is written again", async () => {
  const { client, agent, rating } = market();
  const { id, developer, reviewed, write } = await agent();
  await reviewed(4);
  const { author, review } = await reviewed(1, "Never again.");
  await client.put(
    `/api/v1/agents/${id}/reviews/${review.id}/reply`,
    { text: "Sorry." },
    { token: developer.token },
  );
  const path = `/api/v1/agents/${id}/review`;
  const gone = await client.call("DELETE", path, { token: author.token });
  expect(gone).toMatchObject({ status: 200, body: { success: true } });
  expect(await rating(id)).toMatchObject({ rating: 4, reviews: 1 });
  expect(parseAnswer(OwnReview, await client.get(path, { token: author.token })).review).toBeNull();
  expect((await client.call("DELETE", path, { token: author.token })).status).toBe(404);
  const kept = await market().pool.query("SELECT text, reply_text FROM agent_reviews WHERE id = $1", [
    review.id,
  ]);
  expect(kept.rows).toEqual([{ text: "", reply_text: null }]);
  const again = parseAnswer(Review, await write(author, { rating: 2, text: "Once more." }));
  expect(again).toMatchObject({ rating: 2, reply: null });
  expect(again.id > review.id).toBe(true);
  const list = parseAnswer(ReviewList, await client.get(`/api/v1/agents/${id}/reviews`));
  expect(list.reviews[0]).toEqual(again);
  expect(await rating(id)).toMatchObject({ rating: 3, reviews: 2 });
});

it("an inactive agent keeps its rating, and its reviewers can still delete their reviews", async () => {
  const { client, agent, rating } = market();
  const { id, developer, reviewed } = await agent();
  await reviewed(5);
  const { author } = await reviewed(1);
  const change = (is_active: boolean) =>
    client.put(`/api/v1/agents/${id}`, { is_active }, { token: developer.token });
  expect(parseAnswer(Agent, await change(false))).toMatchObject({ rating: 3, reviews: 2 });
  expect((await client.get(`/api/v1/agents/${id}/reviews`)).status).toBe(404);
  expect((await client.call("DELETE", `/api/v1/agents/${id}/review`, { token: author.token })).status).toBe(
    200,
  );
  await change(true);
  expect(await rating(id)).toMatchObject({ rating: 5, reviews: 1 });
});
