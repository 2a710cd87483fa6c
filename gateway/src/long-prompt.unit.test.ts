import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";

/**
 * The number of characters that were counted on the event loop. Threads load their own copy of the module, so their
 * work is not included.
 */
let countedHere = 0;
vi.mock("./work/slice-tokens.ts", async (original) => {
  const real = await original<typeof import("./work/slice-tokens.ts")>();
  const seen = (count: (text: string) => number) => (text: string) => {
    countedHere += text.length;
    return count(text);
  };
  return { countSlice: seen(real.countSlice), countShortText: seen(real.countShortText) };
});

/**
 * Returns 6 MB of words in messages of 240 kB, because longer messages are not counted completely. Each test uses a
 * different word, so that no counts are cached.
 */
const longPrompt = (word: string) =>
  Array.from({ length: 25 }, (_, n) => `${word} ${n} the quick brown fox jumps over it `.repeat(5_800));

const countCharacters = (prompt: readonly string[]) => prompt.reduce((sum, text) => sum + text.length, 0);

let fixture: GatewayFixture | undefined;
beforeEach(() => {
  countedHere = 0;
});
afterEach(() => fixture?.close());

async function call(prompt: readonly string[], tokensAreFree: boolean) {
  fixture = await startGateway({ session: { tokensAreFree } });
  const messages = prompt.map((content) => ({ role: "user", content }));
  const answer = await fixture.post({ model: "stoa-basic", messages });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return Object(JSON.parse(answer.text)).usage.prompt_tokens;
}

test("estimates a prompt of 6 MB from its length if it is free", async () => {
  const prompt = longPrompt("mint");
  expect(await call(prompt, true)).toBeGreaterThan(countCharacters(prompt) / 6);
  expect(countedHere).toBe(0);
});

test("counts at least 95% of a charged prompt of 6 MB on worker threads", async () => {
  const prompt = longPrompt("sage");
  expect(await call(prompt, false)).toBeGreaterThan(countCharacters(prompt) / 6);
  expect(countedHere).toBeLessThan(countCharacters(prompt) / 20);
}, 30_000);
