import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { MODEL, runAi } from "../ai/ai-file.fixture.ts";
import { createScriptedModels } from "../ai/scripted-models.fixture.ts";
import { createScriptedService, type ServiceReply } from "./scripted-service.fixture.ts";

interface ToolOptions {
  type: string;
  version: number;
  parameters: JsonObject;
  /** The model's call to the tool. */
  call: { name: string; args: object };
  replies: readonly ServiceReply[];
}

/** Runs an agent whose model calls a service's tool once. */
async function callTool({ type, version, parameters, call, replies }: ToolOptions) {
  const models = createScriptedModels({ calls: [call] }, "done");
  const service = createScriptedService(replies);
  const { error } = await runAi({
    node: { type: "agent", version: 2 },
    subNodes: [MODEL, { name: "Service", type, version, kind: "ai_tool", parameters }],
    services: {
      gateway: {
        call: (request) => (request.path.startsWith("/connectors/") ? service : models).gateway.call(request),
      },
    },
  });
  expect(error).toBeUndefined();
  const messages = models.requests[1]?.body.messages as { content: string }[] | undefined;
  return { requests: service.requests, result: messages?.at(-1)?.content ?? "" };
}

describe("A service as a tool", () => {
  it("sends the model's text to Slack", async () => {
    const { requests, result } = await callTool({
      type: "n8n-nodes-base.slackTool",
      version: 2.3,
      parameters: { select: "channel", channelId: "C1", text: "={{ $fromAI('text', 'What to say') }}" },
      call: { name: "Service", args: { text: "Tea is ready" } },
      replies: [{ body: { ok: true, channel: "C1", ts: "1.5" } }],
    });
    expect(requests[0]?.body).toEqual({ channel: "C1", text: "Tea is ready" });
    expect(JSON.parse(result)).toEqual([{ ok: true, channel: "C1", message_timestamp: "1.5" }]);
  });

  it("finds what the model searches for in Airtable", async () => {
    const { requests, result } = await callTool({
      type: "n8n-nodes-base.airtableTool",
      version: 2.1,
      parameters: {
        operation: "search",
        base: "app1",
        table: "tbl1",
        filterByFormula: "={{ $fromAI('formula') }}",
      },
      call: { name: "Service", args: { formula: "{Name}='Ada'" } },
      replies: [{ body: { records: [{ id: "rec1", fields: { Name: "Ada" } }] } }],
    });
    expect(requests[0]?.query).toEqual({ filterByFormula: "{Name}='Ada'" });
    expect(JSON.parse(result)).toEqual([{ id: "rec1", Name: "Ada" }]);
  });

  it("returns the error of a refused call as text for the model", async () => {
    const { result } = await callTool({
      type: "n8n-nodes-base.telegramTool",
      version: 1.2,
      parameters: { chatId: "7", text: "={{ $fromAI('text') }}" },
      call: { name: "Service", args: { text: "Hi" } },
      replies: [{ status: 400, body: { ok: false, description: "Bad Request: chat not found" } }],
    });
    expect(result).toContain("Bad Request: chat not found");
  });
});

describe("SerpAPI", () => {
  const toolOptions = {
    type: "toolSerpApi",
    version: 1,
    parameters: { options: { gl: "de", hl: "" } },
    call: { name: "search", args: { input: "tea" } },
  };

  it("returns the direct answer, then the results", async () => {
    const { requests, result } = await callTool({
      ...toolOptions,
      replies: [
        {
          body: {
            answer_box: { answer: "A drink" },
            knowledge_graph: { description: "Made of leaves" },
            organic_results: [
              { title: "Tea", link: "https://example.com/tea", snippet: "All of it", position: 1 },
              { title: "More" },
            ],
          },
        },
      ],
    });
    expect([requests[0]?.service, requests[0]?.path, requests[0]?.query]).toEqual([
      "serpapi.com",
      "/search.json",
      { engine: "google", q: "tea", gl: "de" },
    ]);
    expect(result).toBe("A drink\n\nMade of leaves\n\nTea\nhttps://example.com/tea\nAll of it\n\nMore");
  });

  it.each([
    [{ answer_box: [{ snippet: "The first" }] }, "The first"],
    [{ search_information: {} }, "No good search result found"],
  ])("returns for the answer %j: %j", async (body, expected) => {
    expect((await callTool({ ...toolOptions, replies: [{ body }] })).result).toBe(expected);
  });

  it("reports a missing connector", async () => {
    const { result } = await callTool({
      ...toolOptions,
      replies: [
        {
          status: 403,
          headers: { "x-stoa-error": "no_connector" },
          body: { detail: "The caller has no serpapi.com connector." },
        },
      ],
    });
    expect(result).toContain("has no serpapi.com connector");
  });
});
