import { GatewayError } from "../openai-error.ts";
import type { ProviderConfig } from "../settings/gateway-config.ts";
import { OpenAiUpstream } from "../upstream/openai-upstream.ts";
import { TranslatedUpstream } from "../upstream/translated/translated-upstream.ts";
import type { Upstream, UpstreamTimeouts } from "../upstream/upstream.ts";
import { CircuitBreaker, DEFAULT_BREAKER } from "./circuit-breaker.ts";

/** An active provider: its settings, its connections, and a circuit breaker per model. */
export class Provider {
  readonly config: ProviderConfig;
  readonly upstream: Upstream;
  /**
   * A circuit breaker for each model, keyed by the provider's name for the model, so that a failing model does not
   * block the others.
   */
  private readonly breakers = new Map<string, CircuitBreaker>();
  private holders = 0;

  constructor(config: ProviderConfig, timeouts: UpstreamTimeouts) {
    this.config = config;
    const limits = { ...timeouts, ...config.timeouts };
    const Kind = config.kind === "openai" ? OpenAiUpstream : TranslatedUpstream;
    this.upstream = new Kind(config, limits, (model) => this.getBreaker(model));
  }

  /**
   * Allows a call to a model.
   * @param model the provider's name for the model.
   * @throws GatewayError 503 if calls are blocked because the most recent calls failed.
   */
  admit(model: string): void {
    const waitMs = this.getBreaker(model).admit();
    if (waitMs === 0) return;
    throw new GatewayError("The provider of this model is temporarily unavailable. Try again shortly.", {
      status: 503,
      type: "api_error",
      code: "provider_unavailable",
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
      fault: { fallsBack: true, spent: false },
    });
  }

  /** Whether calls to any of the provider's models are blocked. */
  get isLeftAlone(): boolean {
    return [...this.breakers.values()].some((breaker) => breaker.isOpen);
  }

  private getBreaker(model: string): CircuitBreaker {
    const existing = this.breakers.get(model);
    if (existing !== undefined) return existing;
    const breaker = new CircuitBreaker({ ...DEFAULT_BREAKER, ...this.config.breaker });
    this.breakers.set(model, breaker);
    return breaker;
  }

  /** Keeps the connections open until `release` is called. */
  hold(): void {
    this.holders += 1;
  }

  /** Releases the connections. The last release closes them. */
  async release(): Promise<void> {
    this.holders -= 1;
    if (this.holders === 0) await this.upstream.close();
  }
}
