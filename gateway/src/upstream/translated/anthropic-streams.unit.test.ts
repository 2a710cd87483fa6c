import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLAUDE, type ClaudeFixture, KEY, startWithClaude } from "../../testing/claude-fixture.ts";
import { CountingBudget } from "../../testing/counting-budget.ts";
import { ask } from "../../testing/gateway-fixture.ts";
import {
  buildAnthropicEnd,
  buildAnthropicEvent,
  buildAnthropicStart,
  buildAnthropicText,
  buildAnthropicTool,
  buildAnthropicUsage,
} from "../../testing/scripted-anthropic.ts";
import { startEvents } from "../../testing/scripted-upstream.ts";

let fixture: ClaudeFixture;
beforeEach(async () => {
  fixture = await startWithClaude();
});
afterEach(() => fixture.close());

/** Returns the documents of a stream, without its end. */
function parsePieces(text: string) {
  const events = text.trim().split("\n\n");
  expect(events.at(-1)).toBe("data: [DONE]");
  return events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)));
}

describe("a Claude stream", () => {
  const opening = buildAnthropicStart(buildAnthropicUsage(12, 1));
  const text = buildAnthropicText(["Grüße ", "aus 東京"]);

  it("is returned as OpenAI's events, chunk by chunk, with usage only if requested", async () => {
    fixture.streamWith(opening + text + buildAnthropicEnd(buildAnthropicUsage(12, 7)));
    const plain = parsePieces((await fixture.post(ask("Hello", { ...CLAUDE, stream: true }))).text);
    expect(plain.map(({ choices }) => choices[0].delta.content)).toEqual(["Grüße ", "aus 東京", undefined]);
    expect(plain[0].choices[0].delta.role).toBe("assistant");
    expect(plain.at(-1).choices[0].finish_reason).toBe("stop");
    expect(fixture.budget.lastCall).toMatchObject({
      promptTokens: 12,
      completionTokens: 7,
      countedBy: "provider",
    });
    const options = { ...CLAUDE, stream: true, stream_options: { include_usage: true } };
    const counted = parsePieces((await fixture.post(ask("Hello", options))).text);
    expect(counted.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 7 } });
  });

  it("contains each tool call with its index", async () => {
    const calls =
      buildAnthropicTool("toolu_1", "weather", ['{"city":', '"Ulm"}'], 1) +
      buildAnthropicTool("toolu_2", "time", ["{}"], 2);
    fixture.streamWith(opening + text + calls + buildAnthropicEnd(buildAnthropicUsage(12, 30), "tool_use"));
    const tools = ["weather", "time"].map((name) => ({ type: "function", function: { name } }));
    const pieces = parsePieces((await fixture.post(ask("Go", { ...CLAUDE, stream: true, tools }))).text);
    const heard = pieces.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
    const written = (number: number) =>
      heard
        .filter(({ index }) => index === number)
        .map((call) => call.function.arguments)
        .join("");
    expect([written(0), written(1)]).toEqual(['{"city":"Ulm"}', "{}"]);
    expect(heard.filter((call) => call.id).map((call) => [call.id, call.function.name])).toEqual([
      ["toolu_1", "weather"],
      ["toolu_2", "time"],
    ]);
    expect(pieces.at(-1).choices[0].finish_reason).toBe("tool_calls");
  });

  it("ends with finish_reason length at the granted number of tokens", async () => {
    await fixture.close();
    fixture = await startWithClaude(new CountingBudget(5));
    fixture.streamWith(
      opening +
        buildAnthropicText([" one two three", " four".repeat(100)]) +
        buildAnthropicEnd(buildAnthropicUsage(12, 200)),
    );
    const pieces = parsePieces((await fixture.post(ask("Hello", { ...CLAUDE, stream: true }))).text);
    expect(pieces.at(-1).choices[0].finish_reason).toBe("length");
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "cut", completionTokens: 5 });
  });

  it("ends with an error if it is interrupted, and the text written so far is metered", async () => {
    fixture.upstream.answer((_request, response) => {
      startEvents(response);
      response.write(opening + text, () => setImmediate(() => response.destroy()));
    });
    const answer = await fixture.post(ask("Hello", { ...CLAUDE, stream: true }));
    expect(answer.text).toContain("aus 東京");
    expect(answer.text).not.toContain("[DONE]");
    expect(answer.text).toContain('"code":"provider_unreachable"');
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", countedBy: "gateway" });
    expect(fixture.budget.lastCall.completionTokens).toBeGreaterThan(3);
  });

  it.each([
    [
      "reports an error",
      buildAnthropicEvent("error", { error: { type: "overloaded_error", message: `Overloaded ${KEY}` } }),
      "provider_failed",
    ],
    ["ends early", "", "provider_unreadable"],
    ["is not JSON", "event: message_delta\ndata: {oops\n\n", "provider_unreadable"],
  ])("ends with an error if it %s", async (_case, tail, code) => {
    fixture.streamWith(opening + text + tail);
    const answer = await fixture.post(ask("Hello", { ...CLAUDE, stream: true }));
    expect(answer.text).toContain(`"code":"${code}"`);
    expect(answer.text).not.toContain(KEY);
    expect(fixture.budget.lastCall).toMatchObject({ outcome: "error", errorCode: code });
  });
});
