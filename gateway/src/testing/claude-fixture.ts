import { parseModelsFile } from "../settings/models-file.ts";
import type { CountingBudget } from "./counting-budget.ts";
import { type GatewayFixture, startGateway } from "./gateway-fixture.ts";
import { type ScriptedUpstream, startEvents, startScriptedUpstream } from "./scripted-upstream.ts";

/** A gateway whose only provider is a scripted server with Anthropic's API. */
export interface ClaudeFixture extends GatewayFixture {
  upstream: ScriptedUpstream;
  answerWith(status: number, body: string, headers?: Record<string, string>): void;
  streamWith(body: string): void;
}

/** The operator's key, which must not leak. */
export const KEY = "sk-ant-the-operators-own";
/** The field of a request that selects the provider's model. */
export const CLAUDE = { model: "claude-sonnet-4-5" };

export async function startWithClaude(budget?: CountingBudget): Promise<ClaudeFixture> {
  const upstream = await startScriptedUpstream();
  const file = {
    providers: { anthropic: { kind: "anthropic", base_url: upstream.baseUrl, api_key: { env: "KEY" } } },
    models: { [CLAUDE.model]: { provider: "anthropic" } },
  };
  const fixture = await startGateway({
    config: parseModelsFile(JSON.stringify(file), { KEY }),
    ...(budget === undefined ? {} : { budget }),
    timeouts: { firstByteMs: 1_000, idleMs: 1_000, drainMs: 200 },
  });
  return {
    ...fixture,
    upstream,
    answerWith: (status, body, headers = {}) =>
      upstream.answer((_request, response) => {
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
      }),
    streamWith: (body) =>
      upstream.answer((_request, response) => {
        startEvents(response);
        response.end(body);
      }),
    close: async () => {
      await fixture.close();
      await upstream.close();
    },
  };
}
