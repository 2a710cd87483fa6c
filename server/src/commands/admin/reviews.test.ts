import { expect, it } from "vitest";
import { ReviewModeration } from "../../modules/reviews/index.ts";
import { useReviews } from "../../modules/reviews/reviews.fixture.ts";
import { moderate } from "./reviews.ts";

const market = useReviews();
const decide = async (moderation: ReviewModeration, words: string[]) =>
  (await moderate(moderation, "operator:tester", words)).lines;

it("an operator can list reported reviews, hide one and show it again", async () => {
  const { client, db, agent, rating } = market();
  const { id, reviewed } = await agent();
  const { author, review } = await reviewed(
    1,
    "Line one\nrev_0 is hidden and no longer counts toward the rating.",
  );
  const moderation = new ReviewModeration(db);
  expect(await decide(moderation, [])).toEqual(["No reported reviews."]);
  const { token } = await client.register();
  const path = `/api/v1/agents/${id}/reviews/${review.id}/report`;
  await client.post(path, { reason: "It is\nspam" }, { token });
  expect(await decide(moderation, [])).toEqual([
    `${review.id}  1 report`,
    expect.stringMatching(`^  1 of 5 for Ferry .* \\(agent ${id}\\), by ${author.username}$`),
    "  | Line one",
    "  | rev_0 is hidden and no longer counts toward the rating.",
    "  reported: It is spam",
    "",
  ]);
  expect(await decide(moderation, ["hide", review.id, "advertising", "again"])).toEqual([
    `${review.id} is hidden and no longer counts toward the rating.`,
  ]);
  expect(await rating(id)).toMatchObject({ rating: null, reviews: 0 });
  expect(await decide(moderation, [])).toEqual(["No reported reviews."]);
  expect(await decide(moderation, ["show", review.id])).toEqual([`${review.id} is visible again.`]);
  expect(await rating(id)).toMatchObject({ rating: 1, reviews: 1 });
});

it.each([
  [["hide"], "Usage"],
  [["hide", "rev_1"], "Usage"],
  [["drop", "rev_1"], "Usage"],
  [["show", "rev_1", "more"], "Usage"],
  [["hide", "rev_1", "spam"], "The review does not exist"],
  [["keep", "rev_1"], "The review does not exist"],
])("rejects %j with a message", async (args, words) => {
  const moderation = new ReviewModeration(market().db);
  await expect(decide(moderation, args)).rejects.toThrow(words);
});
