import { GatewayError } from "../openai-error.ts";
import type { ProviderConfig } from "../settings/gateway-config.ts";
import { OpenAiUpstream } from "../upstream/openai-upstream.ts";
import { TranslatedUpstream } from "../upstream/translated/translated-upstream.ts";
import type { Upstream, UpstreamTimeouts } from "../upstream/upstream.ts";
import { CircuitBreaker, DEFAULT_BREAKER } from "./circuit-breaker.ts";

/** A provider in use: its settings, its connections, and whether it is well. */
export class Provider {
  readonly config: ProviderConfig;
  readonly upstream: Upstream;
  private readonly breaker: CircuitBreaker;
  private holders = 0;

  constructor(config: ProviderConfig, timeouts: UpstreamTimeouts) {
    this.config = config;
    this.breaker = new CircuitBreaker({ ...DEFAULT_BREAKER, ...config.breaker });
    const limits = { ...timeouts, ...config.timeouts };
    const Kind = config.kind === "openai" ? OpenAiUpstream : TranslatedUpstream;
    this.upstream = new Kind(config, limits, this.breaker);
  }

  /** @throws GatewayError 503 while the provider is left alone because it failed. */
  admit(): void {
    const waitMs = this.breaker.admit();
    if (waitMs === 0) return;
    throw new GatewayError("The provider of this model fails at the moment. Try again shortly.", {
      status: 503,
      type: "api_error",
      code: "provider_unavailable",
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
      fault: { fallsBack: true, spent: false },
    });
  }

  get isLeftAlone(): boolean {
    return this.breaker.isOpen;
  }

  /** Keeps the connections open until `release`. */
  hold(): void {
    this.holders += 1;
  }

  /** The last one who lets go closes the connections. */
  async release(): Promise<void> {
    this.holders -= 1;
    if (this.holders === 0) await this.upstream.close();
  }
}
