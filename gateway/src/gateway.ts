import type { Duplex } from "node:stream";

/** The run on whose behalf a connection speaks; its token is good on that run's connections alone. */
export interface GatewaySession {
  runId: string;
  runToken: string;
  /** In a trial run every model name is answered by stoa-basic, so that it costs nothing. */
  trial: boolean;
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

/** The model gateway: OpenAI-compatible in, one configured provider or stoa-basic out. */
export interface Gateway {
  /** Serves HTTP on a connection that belongs to one run. */
  connect(socket: Duplex, session: GatewaySession): void;
  models(): ModelListing[];
  /** Waits for calls in flight to be recorded, up to the given time in milliseconds, then ends them. */
  close(drainMs: number): Promise<void>;
}
