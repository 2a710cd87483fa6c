import type { GatewayConfig } from "../settings/gateway-config.ts";
import type { UpstreamTimeouts } from "../upstream/upstream.ts";
import { ServedModels } from "./served-models.ts";

/** The models of the current configuration, and of earlier configurations with calls in flight. */
export class ModelsInForce {
  private latest: ServedModels;
  private readonly inUse = new Set<ServedModels>();
  private readonly timeouts: UpstreamTimeouts;

  constructor(config: GatewayConfig, timeouts: UpstreamTimeouts) {
    this.timeouts = timeouts;
    this.latest = new ServedModels(config, timeouts);
    this.inUse.add(this.latest);
  }

  get current(): ServedModels {
    return this.latest;
  }

  /** Activates another configuration for new calls. */
  replace(config: GatewayConfig): void {
    const earlier = this.latest;
    this.latest = new ServedModels(config, this.timeouts, earlier);
    this.inUse.add(this.latest);
    void earlier.waitUntilRetired().then(() => this.inUse.delete(earlier));
  }

  /** Closes every connection to a provider immediately. */
  async destroy(): Promise<void> {
    await Promise.all([...this.inUse].map((models) => models.destroy()));
  }
}
