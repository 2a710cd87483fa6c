import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GatewayFixture, startGateway } from "../testing/gateway-fixture.ts";
import {
  chunk,
  DONE,
  openAiUsage,
  type ScriptedUpstream,
  startEvents,
  startScriptedUpstream,
  usageChunk,
} from "../testing/scripted-upstream.ts";
import type { SearchService } from "./search-service.ts";

const PAGE = { title: "Rome", url: "https://example.com/rome", content: "Founded in 753 BC." };
const CITED = "It was 753 BC ([Rome](https://example.com/rome)).";

let upstream: ScriptedUpstream;
let fixture: GatewayFixture;
let searched: { url: string; body: unknown }[];
let answerSearch: { status: number; headers?: Record<string, string>; body: unknown };

async function start(searchService: SearchService | undefined) {
  fixture = await startGateway({
    env: { OPENAI_API_KEY: "sk-op", OPENAI_BASE_URL: upstream.baseUrl },
    session: searchService ? { searchService } : {},
  });
  fixture.gateway.addRoute({
    path: "/connectors",
    handle: async (_session, request, response) => {
      const chunks: Buffer[] = [];
      for await (const part of request) chunks.push(part);
      searched.push({ url: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(answerSearch.status, {
        "content-type": "application/json",
        ...answerSearch.headers,
      });
      response.end(JSON.stringify(answerSearch.body));
    },
  });
}

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  searched = [];
  answerSearch = { status: 200, body: { results: [PAGE, { title: "No address" }] } };
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

/** Plays the turns of a model: each is a query to search for, or the text of an answer. */
function play(...turns: ({ query: string } | string)[]) {
  upstream.answer((_request, response) => {
    const turn = turns[Math.min(upstream.received.length - 1, turns.length - 1)] ?? "";
    startEvents(response);
    if (typeof turn === "string") response.write(chunk({ content: turn }) + chunk({}, "stop"));
    else {
      const args = JSON.stringify(turn);
      const call = {
        index: 0,
        id: "call_1",
        type: "function",
        function: { name: "web_search", arguments: "" },
      };
      response.write(chunk({ tool_calls: [call] }));
      response.write(chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] }));
      response.write(chunk({}, "tool_calls"));
    }
    response.end(usageChunk(openAiUsage(10, 2)) + DONE);
  });
}

const ask = (fields: object = {}) =>
  fixture.post(
    { model: "gpt-4o-mini", input: "When was Rome founded?", tools: [{ type: "web_search" }], ...fields },
    {},
    "/v1/responses",
  );

describe("web search of the Responses API", () => {
  it("is performed with the declared connector, and the answer cites the pages that were found", async () => {
    await start("tavily");
    play({ query: "founding of Rome" }, CITED);
    const answer = await ask();
    expect(answer.status, answer.text).toBe(200);
    expect(searched).toEqual([
      { url: "/connectors/tavily/search", body: { query: "founding of Rome", max_results: 5 } },
    ]);
    const { output, usage } = JSON.parse(answer.text);
    expect(output).toMatchObject([
      {
        type: "web_search_call",
        status: "completed",
        action: { type: "search", query: "founding of Rome", sources: [{ url: PAGE.url }] },
      },
      { type: "message", content: [{ type: "output_text", text: CITED }] },
    ]);
    const [citation] = output[1].content[0].annotations;
    expect(citation).toMatchObject({ type: "url_citation", url: PAGE.url, title: "Rome" });
    expect(CITED.slice(citation.start_index, citation.end_index)).toBe("[Rome](https://example.com/rome)");
    expect(usage).toMatchObject({ input_tokens: 20, output_tokens: 4 });
    expect(fixture.budget.records).toHaveLength(2);
    expect(JSON.stringify(upstream.received[1]?.body.messages)).toContain("Founded in 753 BC.");
    expect(JSON.stringify(upstream.received[0]?.body)).not.toContain('"type":"web_search"');
  });

  it("streams the search and the answer in the events of the API", async () => {
    await start("serper");
    answerSearch = { status: 200, body: { organic: [{ title: "Rome", link: PAGE.url, snippet: "753 BC" }] } };
    play({ query: "Rome" }, CITED);
    const tools = [{ type: "web_search_preview", search_context_size: "low" }];
    const { text } = await ask({ stream: true, tools, tool_choice: { type: "web_search_preview" } });
    expect(searched).toEqual([{ url: "/connectors/serper/search", body: { q: "Rome", num: 3 } }]);
    const names = [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
    expect(names).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.web_search_call.in_progress",
      "response.web_search_call.searching",
      "response.web_search_call.completed",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.annotation.added",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(upstream.received.map(({ body }) => body.tool_choice)).toEqual([
      { type: "function", function: { name: "web_search" } },
      "auto",
    ]);
  });

  it("is refused if the agent declares no search connector, and the error contains the line to add", async () => {
    await start(undefined);
    const { status, text, headers } = await ask();
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({
      code: "search_not_declared",
      message: expect.stringContaining(
        'STOA_CONNECTORS = [{"service": "tavily", "methods": ["POST"], "paths": ["/search"]}]',
      ),
    });
    expect(headers["x-should-retry"]).toBe("false");
    expect(upstream.received).toHaveLength(0);
  });

  it("fails with the reason if the agent is not allowed to use the caller's connector", async () => {
    await start("tavily");
    const detail = "The caller's Tavily connector is switched off.";
    answerSearch = {
      status: 403,
      headers: { "x-stoa-error": "inactive" },
      body: { error: "inactive", detail },
    };
    play({ query: "Rome" }, CITED);
    const { status, text } = await ask();
    expect(status).toBe(403);
    expect(JSON.parse(text).error).toMatchObject({ code: "inactive", message: `Web search: ${detail}` });
  });

  it("lets the model answer without results if the service fails", async () => {
    await start("tavily");
    answerSearch = { status: 500, body: {} };
    play({ query: "Rome" }, "I could not look it up.");
    const { output } = JSON.parse((await ask()).text);
    expect(output).toMatchObject([{ type: "web_search_call", status: "failed" }, { type: "message" }]);
    expect(JSON.stringify(upstream.received[1]?.body.messages)).toContain("responded with status 500");
  });

  it("stops after 8 searches, and the model answers with what it has found", async () => {
    await start("tavily");
    play(...Array.from({ length: 8 }, (_, at) => ({ query: `Rome ${at}` })), "Enough.");
    const { output } = JSON.parse((await ask()).text);
    expect(searched).toHaveLength(8);
    expect(output.at(-1)).toMatchObject({ type: "message" });
    expect(upstream.received.at(-1)?.body.tools).toBeUndefined();
  });

  it("returns the agent's own tool calls first, and searches only the named domains", async () => {
    await start("tavily");
    const own = { type: "function", name: "save", parameters: { type: "object", properties: {} } };
    const tools = [{ type: "web_search", filters: { allowed_domains: ["example.com"] } }, own];
    play({ query: "Rome" }, "Done");
    await ask({ tools });
    expect(searched[0]?.body).toEqual({ query: "Rome", max_results: 5, include_domains: ["example.com"] });
    upstream.answer((_request, response) => {
      startEvents(response);
      const call = (index: number, name: string) => ({
        index,
        id: `call_${index}`,
        type: "function",
        function: { name, arguments: '{"query":"x"}' },
      });
      response.end(
        chunk({ tool_calls: [call(0, "web_search"), call(1, "save")] }) + chunk({}, "tool_calls") + DONE,
      );
    });
    const { output } = JSON.parse((await ask({ tools })).text);
    expect(output).toMatchObject([{ type: "function_call", name: "save", call_id: "call_1" }]);
    expect(searched).toHaveLength(1);
  });
});
