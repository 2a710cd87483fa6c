import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";

/** Characters that were counted on the event loop. Threads have modules of their own, which this does not see. */
let countedHere = 0;
vi.mock("./work/slice-tokens.ts", async (original) => {
  const real = await original<typeof import("./work/slice-tokens.ts")>();
  const seen = (count: (text: string) => number) => (text: string) => {
    countedHere += text.length;
    return count(text);
  };
  return { countSlice: seen(real.countSlice), countShortText: seen(real.countShortText) };
});

/** 6 MB of words, nothing of which was counted before. */
const longPrompt = (word: string) => `${word} the quick brown fox jumps over it `.repeat(150_000);

let fixture: GatewayFixture | undefined;
beforeEach(() => {
  countedHere = 0;
});
afterEach(() => fixture?.close());

async function call(prompt: string, tokensAreFree: boolean) {
  fixture = await startGateway({ session: { tokensAreFree } });
  const answer = await fixture.post(ask(prompt, { model: "stoa-basic" }));
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return Object(JSON.parse(answer.text)).usage.prompt_tokens;
}

test("a prompt of 6 MB for which nothing is charged is not counted, but guessed from its length", async () => {
  const prompt = longPrompt("mint");
  expect(await call(prompt, true)).toBeGreaterThan(prompt.length / 5);
  expect(countedHere).toBe(0);
});

test("a prompt of 6 MB that is charged is counted by threads, but for its first milliseconds", async () => {
  const prompt = longPrompt("sage");
  expect(await call(prompt, false)).toBeGreaterThan(prompt.length / 5);
  expect(countedHere).toBeLessThan(prompt.length / 20);
}, 30_000);
