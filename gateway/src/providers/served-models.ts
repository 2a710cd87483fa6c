import { ModelCatalog } from "../model-catalog.ts";
import type { GatewayConfig, ProviderConfig } from "../settings/gateway-config.ts";
import type { UpstreamTimeouts } from "../upstream/upstream.ts";
import { Provider } from "./provider.ts";

/** The models of one configuration and their providers, kept until the last call has ended. */
export class ServedModels {
  readonly catalog: ModelCatalog;
  private readonly providers: ReadonlyMap<string, Provider>;
  private calls = 0;
  private endRetirement: (() => void) | undefined;

  /** Reuses the providers of an earlier configuration that have the same settings, including their connections. */
  constructor(config: GatewayConfig, timeouts: UpstreamTimeouts, earlier?: ServedModels) {
    this.catalog = new ModelCatalog(config);
    this.providers = new Map(
      [...config.providers].map(([name, settings]) => [
        name,
        earlier?.findSameProvider(settings) ?? new Provider(settings, timeouts),
      ]),
    );
    for (const provider of this.providers.values()) provider.hold();
  }

  /** Returns the provider of a model in this catalog. */
  getProvider(name: string): Provider {
    const provider = this.providers.get(name);
    if (provider === undefined) throw new Error(`a model names the unknown provider ${name}`);
    return provider;
  }

  listProviders(): { name: string; isLeftAlone: boolean }[] {
    return [...this.providers].map(([name, provider]) => ({ name, isLeftAlone: provider.isLeftAlone }));
  }

  /** Counts a call that begins. Call `leave` when it ends. */
  enter(): void {
    this.calls += 1;
  }

  leave(): void {
    this.calls -= 1;
    this.endIfIdle();
  }

  /**
   * Resolves when the last call in flight has ended and every connection that no other configuration uses is
   * closed. Call it when another configuration replaces this one.
   */
  async waitUntilRetired(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.endRetirement = resolve;
      this.endIfIdle();
    });
    await Promise.all([...this.providers.values()].map((provider) => provider.release()));
  }

  /** Closes every connection immediately. */
  async destroy(): Promise<void> {
    await Promise.all([...this.providers.values()].map(({ upstream }) => upstream.destroy()));
  }

  private findSameProvider(settings: ProviderConfig): Provider | undefined {
    const provider = this.providers.get(settings.name);
    return JSON.stringify(provider?.config) === JSON.stringify(settings) ? provider : undefined;
  }

  private endIfIdle(): void {
    if (this.calls === 0) this.endRetirement?.();
  }
}
