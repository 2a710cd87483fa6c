import type { Duplex } from "node:stream";
import type { TrialTools } from "./basic/trial-tools.ts";
import type { GatewayConfig } from "./settings/gateway-config.ts";

/** The run on whose behalf a connection speaks; its token is good on that run's connections alone. */
export interface GatewaySession {
  runId: string;
  runToken: string;
  /** In a trial run every model name is answered by stoa-basic, so that it costs nothing. */
  trial: boolean;
  /** Of a trial run whose tools are to be called, each once; the connections of one run share it. */
  trialTools?: TrialTools;
  /** Whose turns the gateway's threads take for it, such as the account that pays; without one the run itself. */
  owner?: string;
  /** Nothing is charged by the tokens that the run uses of models without a price. */
  tokensAreFree?: boolean;
}

/** Returns whose turns a run's long work takes. */
export function ownerOf({ owner, runId }: GatewaySession): string {
  return owner ?? runId;
}

/** A model as people see it. */
export interface ModelListing {
  id: string;
  provider: string;
  /** Nano-USD per 1M tokens. */
  promptRateNano: bigint;
  completionRateNano: bigint;
  /** False for stoa-basic, which is a deterministic responder and no language model. */
  isLanguageModel: boolean;
}

/** The model gateway: OpenAI-compatible in, one of the configured providers or stoa-basic out. */
/** The most that a model's tokens cost, in nano-USD per 1M tokens. */
export interface ModelRates {
  promptNano: bigint;
  completionNano: bigint;
}

export interface Gateway {
  /** Serves HTTP on a connection that belongs to one run. */
  connect(socket: Duplex, session: GatewaySession): void;
  models(): ModelListing[];
  /** What the model that answers to a name costs, fallbacks included; `undefined` for a name that is not offered. */
  ratesOf(name: string): ModelRates | undefined;
  /** The model that the name `default` means. */
  defaultModel(): string;
  /**
   * Vectors of texts for the server itself, on behalf of no run and at the operator's cost.
   * @throws GatewayError where the model is none for embeddings or its provider does not answer in time.
   */
  embed(model: string, texts: readonly string[], timeoutMs: number): Promise<number[][]>;
  /** The providers in force, and whether calls are kept from one because it fails. */
  providers(): { name: string; isLeftAlone: boolean }[];
  /** Puts other models in force. Calls in flight end as they began, on their own connections. */
  reconfigure(config: GatewayConfig): void;
  /** Waits for calls in flight to be recorded, up to the given time in milliseconds, then ends them. */
  close(drainMs: number): Promise<void>;
}
