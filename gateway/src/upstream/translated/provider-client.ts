import type { LanguageModelV3 } from "@ai-sdk/provider";
import { Agent, type RequestInit, fetch as undiciFetch } from "undici";
import type { ProviderConfig } from "../../settings/gateway-config.ts";
import type { UpstreamTimeouts } from "../upstream.ts";

/** The same limit as for providers with OpenAI's API. */
const MAX_CONNECTIONS = 512;
const KEEP_ALIVE_MS = 30_000;
/** Enough for the longest answer (about 100k tokens) as a stream of small chunks, each with its JSON. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Creates the clients of the `ai` packages for one provider, on our own connections with their limits. */
export class ProviderClient {
  private readonly agent: Agent;
  private readonly models: Promise<(name: string) => LanguageModelV3>;

  constructor({ kind, baseUrl, apiKey }: ProviderConfig, timeouts: UpstreamTimeouts) {
    this.agent = new Agent({
      connections: MAX_CONNECTIONS,
      connect: { timeout: timeouts.connectMs },
      headersTimeout: timeouts.firstByteMs,
      bodyTimeout: timeouts.idleMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
    });
    const settings = { baseURL: baseUrl, apiKey: apiKey ?? "", fetch: this.fetch };
    this.models = loadModel(kind, settings);
    /** A failure to load the client is reported by the calls that need it. */
    this.models.catch(() => undefined);
  }

  /** Returns the client for a model of the provider. */
  async getModel(name: string): Promise<LanguageModelV3> {
    return (await this.models)(name);
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  async destroy(): Promise<void> {
    await this.agent.destroy();
  }

  /** Does not follow redirects, which would send the key elsewhere, and does not request compression. */
  private readonly fetch: typeof fetch = async (input, sent) => {
    /** The packages send plain settings. undici's types differ from Node's in details that the packages do not use. */
    const init = sent as unknown as RequestInit;
    const headers = new Headers(Object.entries(init.headers ?? {}));
    headers.set("accept-encoding", "identity");
    const answer = await undiciFetch(input instanceof Request ? input.url : input, {
      ...init,
      headers: [...headers],
      redirect: "manual",
      dispatcher: this.agent,
    });
    const body = answer.body as ReadableStream<Uint8Array> | null;
    return new Response(body?.pipeThrough(createSizeLimit()) ?? null, {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}

/** Loads the package only if such a provider is configured. The packages take a third of a second and 20 MB. */
async function loadModel(
  kind: ProviderConfig["kind"],
  settings: { baseURL: string; apiKey: string; fetch: typeof fetch },
): Promise<(name: string) => LanguageModelV3> {
  if (kind === "google") return (await import("@ai-sdk/google")).createGoogleGenerativeAI(settings);
  return (await import("@ai-sdk/anthropic")).createAnthropic(settings);
}

function createSizeLimit(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) controller.error(new RangeError("the answer is too large"));
      else controller.enqueue(chunk);
    },
  });
}
