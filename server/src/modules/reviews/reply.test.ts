import { Review, ReviewList } from "@stoa/contract";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useReviews } from "./reviews.fixture.ts";

const market = useReviews();

it("the developer's reply is shown with the review and can be changed and removed", async () => {
  const { client, agent, rating } = market();
  const { id, developer, reviewed } = await agent();
  const { review } = await reviewed(2, "Slow.");
  const path = `/api/v1/agents/${id}/reviews/${review.id}/reply`;
  const { token } = developer;
  const replied = parseAnswer(Review, await client.put(path, { text: " Faster now. " }, { token }));
  const at = replied.reply?.created_at;
  expect(replied).toEqual({
    ...review,
    reply: { text: "Faster now.", created_at: expect.any(String), updated_at: at },
  });
  const changed = parseAnswer(Review, await client.put(path, { text: "Much faster." }, { token }));
  expect(changed.reply).toMatchObject({ text: "Much faster.", created_at: at });
  expect(Date.parse(changed.reply?.updated_at ?? "")).toBeGreaterThan(Date.parse(at ?? ""));
  const listed = async () =>
    parseAnswer(ReviewList, await client.get(`/api/v1/agents/${id}/reviews`)).reviews[0];
  expect(await listed()).toEqual(changed);
  expect(await client.call("DELETE", path, { token })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await listed()).toEqual(review);
  expect((await client.call("DELETE", path, { token })).status).toBe(404);
  expect(await rating(id)).toMatchObject({ rating: 2, reviews: 1 });
});

it("only the agent's owner can reply, and only to a review of that agent", async () => {
  const { client, agent } = market();
  const [mine, other] = [await agent(), await agent()];
  const { author, review } = await mine.reviewed(5);
  const reply = (id: number, token: string) =>
    client.put(`/api/v1/agents/${id}/reviews/${review.id}/reply`, { text: "Hello." }, { token });
  const remove = (id: number, token: string) =>
    client.call("DELETE", `/api/v1/agents/${id}/reviews/${review.id}/reply`, { token });
  await reply(mine.id, mine.developer.token);
  for (const attempt of [
    await reply(mine.id, author.token),
    await reply(mine.id, other.developer.token),
    await reply(other.id, other.developer.token),
    await remove(mine.id, author.token),
    await remove(other.id, other.developer.token),
  ])
    expect(attempt).toMatchObject({ status: 404, body: { error: "not_found" } });
  const { reviews } = parseAnswer(ReviewList, await client.get(`/api/v1/agents/${mine.id}/reviews`));
  expect(reviews[0]?.reply?.text).toBe("Hello.");
});

it.each([{}, { text: "" }, { text: "\u0000" }, { text: 1 }, { text: "x", more: 1 }])(
  "refuses the reply %j",
  async (body) => {
    const { client, agent } = market();
    const { id, developer, reviewed } = await agent();
    const { review } = await reviewed(5);
    const path = `/api/v1/agents/${id}/reviews/${review.id}/reply`;
    expect(await client.put(path, body, { token: developer.token })).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  },
);
