import OpenAI from "openai";
import { expect, it } from "vitest";
import { useStand } from "./stand.ts";

/** The scripted provider says 20 tokens for each answer. */
const stand = useStand(20);

it("a spent budget ends the client's attempts at once", async () => {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = stand().settings;
  let asked = 0;
  const client = new OpenAI({
    baseURL,
    apiKey,
    fetch: (url, init) => {
      asked += 1;
      return fetch(url, init);
    },
  });
  stand().model.play(["One", "Two"]);
  const ask = () =>
    client.chat.completions.create({ model: "gpt-4o", messages: [{ role: "user", content: "Hello?" }] });
  await ask();
  await expect(ask()).rejects.toMatchObject({ status: 402, code: "insufficient_credits" });
  expect(asked).toBe(2);
  expect(stand().model.calls).toHaveLength(1);
});
