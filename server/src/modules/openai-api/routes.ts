import { defineRoute } from "@stoa/contract";
import * as z from "zod";
import { sendEvents } from "../../platform/http/event-stream.ts";
import { HANDLED, type Mount, parsePart } from "../../platform/http/mount.ts";
import type { RunCalls } from "../runs/index.ts";
import type { AgentRuns } from "./agent-runs.ts";
import { presentCompletion, streamCompletion } from "./chat-answer.ts";
import { ChatRequest, readChatRequest } from "./chat-request.ts";
import type { Models } from "./models.ts";
import { ModelName } from "./request-fields.ts";
import { presentResponse, type ResponseView, streamResponse } from "./response-answer.ts";
import { ResponseParams, ResponseRequest, readResponseRequest } from "./response-request.ts";
import type { Responses } from "./responses.ts";

const common = { auth: "session", tag: "OpenAI", status: 200, reply: z.unknown() } as const;

/** The part of a request that says whether it is for an agent or for a model. The rest differs. */
const ModelBody = z.looseObject({ model: ModelName });

/** The operations of OpenAI's APIs. Their paths are below `/v1`. */
const routes = {
  models: defineRoute({
    ...common,
    ...{ method: "GET", path: "/models", scope: "read", summary: "List models" },
  }),
  model: defineRoute({
    ...common,
    ...{ method: "GET", path: "/models/*", scope: "read", summary: "Get a model" },
    params: z.object({ "*": z.string() }),
  }),
  complete: defineRoute({
    ...common,
    ...{ method: "POST", path: "/chat/completions", scope: "run", summary: "Create a chat completion" },
    body: ModelBody,
    counts: "runs",
  }),
  respond: defineRoute({
    ...common,
    ...{ method: "POST", path: "/responses", scope: "run", summary: "Create a response" },
    body: ModelBody,
    counts: "runs",
  }),
  response: defineRoute({
    ...common,
    ...{ method: "GET", path: "/responses/:id", scope: "read", summary: "Get a response" },
    params: ResponseParams,
  }),
  cancelResponse: defineRoute({
    ...common,
    ...{ method: "POST", path: "/responses/:id/cancel", scope: "run", summary: "Cancel a response" },
    params: ResponseParams,
  }),
} as const;

export interface OpenAiServices {
  models: Models;
  runs: AgentRuns;
  responses: Responses;
  calls: RunCalls;
}

/** Mounts the operations on an instance whose paths begin with `/v1`. */
export function mountOpenAiRoutes(mount: Mount, { models, runs, responses, calls }: OpenAiServices): void {
  mount.signedIn(routes.models, ({ caller }) => models.list(caller));
  mount.signedIn(routes.model, ({ caller, params }) => models.get(params["*"], caller));

  mount.signedIn(routes.complete, async (call) => {
    const { caller } = call;
    const sold = models.findSold(call.body.model);
    if (sold) {
      await sold.call(call, "/v1/chat/completions", call.body);
      return HANDLED;
    }
    const body = parsePart(ChatRequest, call.body);
    const startedAt = Date.now();
    const accepted = await runs.start(call, readChatRequest(body), body);
    const { runId } = accepted;
    const includesUsage = body.stream_options?.include_usage === true;
    const view = { runId, model: body.model, startedAt, includesUsage };
    const readInputTokens = () => calls.readInputTokens(runId);
    if (body.stream !== true)
      return presentCompletion(view, await runs.getCompleted(caller, accepted), await readInputTokens());
    await sendEvents(call.request, call.reply, (gone) =>
      streamCompletion(view, calls.follow(caller, runId, 0, gone), readInputTokens),
    );
    return HANDLED;
  });

  mount.signedIn(routes.respond, async (call) => {
    const { caller } = call;
    const sold = models.findSold(call.body.model);
    if (sold) {
      await sold.call(call, "/v1/responses", call.body);
      return HANDLED;
    }
    const body = parsePart(ResponseRequest, call.body);
    const createdAt = Date.now();
    const asked = await responses.continue(caller, readResponseRequest(body), body.previous_response_id);
    const accepted = await runs.start(call, asked, body);
    const { runId } = accepted;
    const view: ResponseView = { runId, echo: body, createdAt };
    const readInputTokens = () => calls.readInputTokens(runId);
    if (body.stream === true) {
      await sendEvents(call.request, call.reply, (gone) =>
        streamResponse(view, calls.follow(caller, runId, 0, gone), readInputTokens),
      );
      return HANDLED;
    }
    if (body.background === true) return presentResponse(view);
    const result = await runs.getCompleted(caller, accepted);
    return presentResponse(view, { result, inputTokens: await readInputTokens() });
  });

  mount.signedIn(routes.response, ({ caller, params }) => responses.get(caller, params.id));
  mount.signedIn(routes.cancelResponse, ({ caller, params }) => responses.cancel(caller, params.id));
}
