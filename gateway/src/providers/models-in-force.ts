import type { GatewayConfig } from "../settings/gateway-config.ts";
import type { UpstreamTimeouts } from "../upstream/upstream.ts";
import { ServedModels } from "./served-models.ts";

/** The models that calls are answered by now, and those that calls in flight began with. */
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

  /** Puts another configuration in force for calls to come. */
  replace(config: GatewayConfig): void {
    const earlier = this.latest;
    this.latest = new ServedModels(config, this.timeouts, earlier);
    this.inUse.add(this.latest);
    void earlier.retired().then(() => this.inUse.delete(earlier));
  }

  /** Ends every connection to a provider at once. */
  async destroy(): Promise<void> {
    await Promise.all([...this.inUse].map((models) => models.destroy()));
  }
}
