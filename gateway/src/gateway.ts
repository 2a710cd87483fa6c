import type { IncomingMessage, ServerResponse } from "node:http";
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

/** What a name that an agent's file uses means on this server. */
export interface ModelMatch {
  /** The model that answers. */
  model: string;
  /**
   * `name`: it has this name. `default`: the name `default` was used. `alias`: by an operator's alias. `base_name`: by
   * its name without the provider or the date that was written.
   */
  by: "name" | "default" | "alias" | "base_name";
  /** The most that its tokens cost, or those of a model that answers in its place. Nano-USD per 1M tokens. */
  promptRateNano: bigint;
  completionRateNano: bigint;
  /** False for stoa-basic, and for models that make vectors. */
  isLanguageModel: boolean;
}

/** An endpoint that a run can reach besides the models. */
export interface RunRoute {
  /** One segment, such as `/connectors`: the route gets all requests at this path and below it. */
  path: `/${string}`;
  /** Replies. It may throw a GatewayError while nothing has been sent. */
  handle(session: GatewaySession, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The model gateway: OpenAI-compatible in, one of the configured providers or stoa-basic out. */
export interface Gateway {
  /** Adds a route that itself needs the gateway. Call it before the first run. */
  addRoute(route: RunRoute): void;
  /** Serves HTTP on a connection that belongs to one run. */
  connect(socket: Duplex, session: GatewaySession): void;
  models(): ModelListing[];
  /** Returns what a name means now; undefined where no model on offer is meant. */
  findModel(name: string): ModelMatch | undefined;
  /** Every name that calls may use now. */
  modelNames(): string[];
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
