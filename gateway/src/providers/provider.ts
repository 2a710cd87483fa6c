import { GatewayError } from "../openai-error.ts";
import type { ProviderConfig } from "../settings/gateway-config.ts";
import { OpenAiUpstream } from "../upstream/openai-upstream.ts";
import { TranslatedUpstream } from "../upstream/translated/translated-upstream.ts";
import type { Upstream, UpstreamTimeouts } from "../upstream/upstream.ts";
import { CircuitBreaker, DEFAULT_BREAKER } from "./circuit-breaker.ts";

/** A provider in use: its settings, its connections, and which of its models do not work. */
export class Provider {
  readonly config: ProviderConfig;
  readonly upstream: Upstream;
  /** One for each model, by the provider's name for it: a model that fails keeps no call from the others. */
  private readonly breakers = new Map<string, CircuitBreaker>();
  private holders = 0;

  constructor(config: ProviderConfig, timeouts: UpstreamTimeouts) {
    this.config = config;
    const limits = { ...timeouts, ...config.timeouts };
    const Kind = config.kind === "openai" ? OpenAiUpstream : TranslatedUpstream;
    this.upstream = new Kind(config, limits, (model) => this.breakerOf(model));
  }

  /**
   * Lets a call of a model through.
   * @param model the provider's name for it.
   * @throws GatewayError 503 while no call is sent because the last ones failed.
   */
  admit(model: string): void {
    const waitMs = this.breakerOf(model).admit();
    if (waitMs === 0) return;
    throw new GatewayError("The provider of this model does not work at the moment. Try again shortly.", {
      status: 503,
      type: "api_error",
      code: "provider_unavailable",
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
      fault: { fallsBack: true, spent: false },
    });
  }

  /** Whether calls of any of its models are held back. */
  get isLeftAlone(): boolean {
    return [...this.breakers.values()].some((breaker) => breaker.isOpen);
  }

  private breakerOf(model: string): CircuitBreaker {
    const known = this.breakers.get(model);
    if (known !== undefined) return known;
    const breaker = new CircuitBreaker({ ...DEFAULT_BREAKER, ...this.config.breaker });
    this.breakers.set(model, breaker);
    return breaker;
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
