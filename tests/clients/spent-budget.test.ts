import OpenAI from "openai";
import { expect, it } from "vitest";
import { useStand } from "./stand.ts";

/** The scripted provider reports 20 tokens per answer. */
const stand = useStand(20);

it("the client stops retrying as soon as its budget is spent", async () => {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = stand().settings;
  let requestCount = 0;
  const client = new OpenAI({
    baseURL,
    apiKey,
    fetch: (url, init) => {
      requestCount += 1;
      return fetch(url, init);
    },
  });
  stand().model.play(["One", "Two"]);
  const ask = () =>
    client.chat.completions.create({ model: "gpt-4o", messages: [{ role: "user", content: "Hello?" }] });
  await ask();
  await expect(ask()).rejects.toMatchObject({ status: 402, code: "insufficient_credits" });
  expect(requestCount).toBe(2);
  expect(stand().model.calls).toHaveLength(1);
});
