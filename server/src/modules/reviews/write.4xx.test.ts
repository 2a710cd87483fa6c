import { LIMITS, Review } from "@stoa/contract";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useReviews } from "./reviews.fixture.ts";

const market = useReviews();

it("a person who has not paid for a run cannot review the agent, and the error says why", async () => {
  const { client, agent, rating } = market();
  const { id, run, write } = await agent("0");
  const person = await client.register();
  const refused = {
    status: 403,
    body: {
      error: "forbidden",
      detail: "You can review this agent once you have paid for a completed run of it.",
    },
  };
  expect(await write(person, { rating: 5, text: "Great." })).toMatchObject(refused);
  expect(await run(person)).toMatchObject({ success: true, cost: 0 });
  expect(await write(person, { rating: 5, text: "Great." })).toMatchObject(refused);
  expect(await rating(id)).toMatchObject({ reviews: 0 });
});

it("developers cannot review their own agents, even if they have paid", async () => {
  const { agent } = market();
  const { developer, run, write } = await agent();
  await run(developer);
  expect(await write(developer, { rating: 5, text: "Great." })).toMatchObject({
    status: 403,
    body: { error: "forbidden", detail: "You cannot review your own agent." },
  });
});

it("a paid run of one agent does not allow a review of another agent", async () => {
  const { agent } = market();
  const [paid, other] = [await agent(), await agent()];
  const person = await paid.customer();
  expect((await other.write(person, { rating: 1, text: "Bad." })).status).toBe(403);
  expect((await paid.write(person, { rating: 1, text: "Bad." })).status).toBe(200);
});

it.each([
  [{}, "rating"],
  [{ rating: 5 }, "text"],
  [{ rating: 0, text: "x" }, "rating"],
  [{ rating: 6, text: "x" }, "rating"],
  [{ rating: 4.5, text: "x" }, "rating"],
  [{ rating: "5", text: "x" }, "rating"],
  [{ rating: null, text: "x" }, "rating"],
  [{ rating: 5, text: " \n\t " }, "text"],
  [{ rating: 5, text: "\u200b\u2060" }, "text"],
  [{ rating: 5, text: "NUL \u0000" }, "text"],
  [{ rating: 5, text: "\u001b[2J" }, "text"],
  [{ rating: 5, text: "abc\u202egnp.exe" }, "text"],
  [{ rating: 5, text: "\ud800" }, "text"],
  [{ rating: 5, text: "x".repeat(LIMITS.reviewMaxLength + 1) }, "text"],
  [{ rating: 5, text: ["x"] }, "text"],
  [{ rating: 5, text: "x", hidden: false }, "hidden"],
])("refuses the review %j and names the field %s", async (body, field) => {
  const { agent } = market();
  const { id, write, developer } = await agent();
  const answer = await write(developer, body);
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(Object(answer.body).errors).toContainEqual({ field, message: expect.any(String) });
  expect(await market().rating(id)).toMatchObject({ reviews: 0 });
});

it("a review of the maximum length, in any script, is returned unchanged", async () => {
  const { agent } = market();
  const { customer, write } = await agent();
  const text = `'; DROP TABLE agent_reviews; -- <script>alert(1)</script> שלום 👩‍🔬\n\tend `.padEnd(
    LIMITS.reviewMaxLength,
    "é",
  );
  expect(parseAnswer(Review, await write(await customer(), { rating: 3, text }))).toMatchObject({ text });
});

it("refuses the sixty-first review that a person writes in an hour", async () => {
  const { agent } = market();
  const { write, customer } = await agent();
  const person = await customer();
  for (let n = 0; n < 60; n += 1)
    expect((await write(person, { rating: 1, text: `Text ${n}` })).status).toBe(200);
  const refused = await write(person, { rating: 1, text: "One more" });
  expect(refused).toMatchObject({ status: 429, body: { error: "rate_limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
});
