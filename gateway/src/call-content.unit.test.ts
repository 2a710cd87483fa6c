import { afterEach, describe, expect, it } from "vitest";
import { callContent } from "./call-content.ts";
import { parseChatRequest } from "./chat-request.ts";
import { CountingBudget } from "./testing/counting-budget.ts";
import { ask, type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import {
  chunk,
  completion,
  DONE,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
} from "./testing/scripted-upstream.ts";

let fixture: GatewayFixture | undefined;
let upstream: ScriptedUpstream | undefined;
afterEach(async () => {
  await fixture?.close();
  await upstream?.close();
  fixture = upstream = undefined;
});

async function open(keepsContent: boolean): Promise<GatewayFixture & { upstream: ScriptedUpstream }> {
  const budget = new CountingBudget();
  budget.keepsContent = keepsContent;
  upstream = await startScriptedUpstream();
  const env = { OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: "sk-test", STOA_MODELS: "paid=1/2" };
  fixture = await startGateway({ budget, env });
  return { ...fixture, upstream };
}

describe("the content of a call", () => {
  it("is stored for complete answers, streams and stoa-basic if the budget requests it", async () => {
    const { post, budget, upstream: provider } = await open(true);
    const messages = [{ role: "user", text: "Hi" }];

    provider.answer((_request, response) => void response.end(completion("Hello", undefined)));
    await post(ask("Hi", { model: "paid" }));
    expect(budget.lastCall.content).toEqual({ messages, answer: "Hello", isCut: false });

    provider.answer((_request, response) => {
      startEvents(response);
      response.end(chunk({ content: "Hel" }) + chunk({ content: "lo" }) + chunk({}, "stop") + DONE);
    });
    await post(ask("Hi", { model: "paid", stream: true }));
    expect(budget.lastCall.content).toEqual({ messages, answer: "Hello", isCut: false });

    await post(ask("Hi", { model: "stoa-basic" }));
    expect(budget.lastCall.content?.messages).toEqual(messages);
    expect(budget.lastCall.content?.answer).not.toBe("");
  });

  it("is not stored unless the budget requests it", async () => {
    const { post, budget } = await open(false);
    await post(ask("Hi", { model: "stoa-basic" }));
    expect(budget.lastCall).not.toHaveProperty("content");
  });

  it("contains only the prompt if the call failed", async () => {
    const { post, budget, upstream: provider } = await open(true);
    provider.answer((_request, response) => void response.writeHead(500).end("{}"));
    await post(ask("Hi", { model: "paid" }));
    expect(budget.lastCall).toMatchObject({
      outcome: "error",
      content: { messages: [{ role: "user", text: "Hi" }], answer: "" },
    });
  });

  it("is shortened separately for the prompt and the answer, and omits the oldest messages first", () => {
    const request = parseChatRequest(
      JSON.stringify({
        model: "m",
        messages: [
          { role: "system", content: "old" },
          { role: "user", content: "b".repeat(10_000) },
          { role: "user", content: "c".repeat(10_000) },
        ],
      }),
    );
    const { messages, answer, isCut } = callContent(request, "a".repeat(20_000));
    expect(messages.map(({ text }) => text.length)).toEqual([6_000, 10_000]);
    expect(answer.length).toBe(16_000);
    expect(isCut).toBe(true);
  });

  it("contains placeholders for images and tool calls", () => {
    const call = { id: "1", type: "function", function: { name: "weather", arguments: '{"city":"Rome"}' } };
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
    const request = parseChatRequest(
      JSON.stringify({
        model: "m",
        messages: [
          { role: "user", content: [{ type: "text", text: "See" }, image] },
          { role: "assistant", content: null, tool_calls: [call] },
          { role: "tool", content: "sunny", tool_call_id: "1" },
        ],
      }),
    );
    expect(callContent(request, "").messages.map(({ text }) => text)).toEqual([
      "See\n(an image)",
      'weather({"city":"Rome"})',
      "sunny",
    ]);
  });
});
