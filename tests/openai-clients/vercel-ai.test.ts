import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, Output, streamText } from "ai";
import { expect, test } from "vitest";
import * as z from "zod";
import { useStand } from "./stand.ts";

const open = useStand();

async function connect() {
  const stand = await open();
  const { baseUrl: baseURL, apiKey } = stand;
  const stoa = createOpenAICompatible({
    ...{ name: "stoa", baseURL, apiKey },
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return { ...stand, stoa };
}

test("the Vercel AI SDK generates a text with usage, from a conversation", async () => {
  const { stoa, model, expectPaidRuns } = await connect();
  const { text, usage, finishReason } = await generateText({
    model: stoa(model),
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: "hello" },
      { role: "user", content: "how are you?" },
    ],
  });
  expect(text).toBe("2 earlier messages. HOW ARE YOU? ");
  expect(finishReason).toBe("stop");
  expect(usage.totalTokens).toBeGreaterThan(0);
  await expectPaidRuns(1);
});

test("the Vercel AI SDK streams a text", async () => {
  const { stoa, model, expectPaidRuns } = await connect();
  const { textStream, usage } = streamText({ model: stoa(model), prompt: "one two" });
  const pieces: string[] = [];
  for await (const piece of textStream) pieces.push(piece);
  expect(pieces.join("")).toBe("0 earlier messages. ONE TWO ");
  expect((await usage).totalTokens).toBeGreaterThan(0);
  await expectPaidRuns(1);
});

test("the Vercel AI SDK reads an object from an agent that declares it, and shows our errors", async () => {
  const { stoa, model, moodModel, expectPaidRuns } = await connect();
  const schema = z.object({ mood: z.string() });
  const output = Output.object({ schema });
  const answer = await generateText({ model: stoa(moodModel), prompt: "I am glad", output });
  expect(answer.output).toEqual({ mood: expect.any(String) });
  await expectPaidRuns(1);
  const refused = generateText({ model: stoa(model), prompt: "I am glad", output, maxRetries: 0 });
  await expect(refused).rejects.toThrow(/does not declare the form of its answer/);
  await expect(generateText({ model: stoa("agent/999999"), prompt: "hi" })).rejects.toThrow(APICallError);
});
