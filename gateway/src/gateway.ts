import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { TrialTools } from "./basic/trial-tools.ts";
import type { GatewayConfig } from "./settings/gateway-config.ts";
import type { SearchService } from "./web-search/search-service.ts";

/** The run that owns a connection. Its token is valid only on that run's connections. */
export interface GatewaySession {
  runId: string;
  runToken: string;
  /** Whether this is a trial run. In a trial, stoa-basic answers for every model name, so the run costs nothing. */
  trial: boolean;
  /** Set for a trial run that calls each of its tools once. All connections of the run share it. */
  trialTools?: TrialTools;
  /** The owner in the thread queue, such as the account that pays. Defaults to the run itself. */
  owner?: string;
  /** The connector that the agent declares for web searches; undefined if it declares none. */
  searchService?: SearchService;
  /** Whether tokens of models without a price are free of charge. */
  tokensAreFree?: boolean;
}

/** Returns the owner under which the run's work waits in the thread queue. */
export function getOwner({ owner, runId }: GatewaySession): string {
  return owner ?? runId;
}

/** A model as shown to users. */
export interface ModelListing {
  id: string;
  provider: string;
  /** Nano-USD per 1M tokens. */
  promptRateNano: bigint;
  completionRateNano: bigint;
  /** The limit on prompt and completion tokens together, if it is known. */
  contextWindow?: number | undefined;
  /** Whether the model is a language model. stoa-basic is a deterministic responder and not a language model. */
  isLanguageModel: boolean;
}

/** The meaning of a model name in an agent's file on this server. */
export interface ModelMatch {
  /** The model that answers. */
  model: string;
  /**
   * How the name was matched. `name`: it is the model's name. `default`: it is `default`. `alias`: it is an alias that
   * the operator defined. `base_name`: it matches without its provider or date.
   */
  by: "name" | "default" | "alias" | "base_name";
  /** The highest price of prompt tokens among the model and its fallbacks, in nano-USD per 1M tokens. */
  promptRateNano: bigint;
  completionRateNano: bigint;
  /** Whether the model is a language model, which stoa-basic and embedding models are not. */
  isLanguageModel: boolean;
}

/** An endpoint that a run can reach in addition to the model endpoints. */
export interface RunRoute {
  /** One path segment, such as `/connectors`. The route handles all requests at this path and below it. */
  path: `/${string}`;
  /** Sends the reply. May throw a GatewayError if nothing has been sent. */
  handle(session: GatewaySession, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** A connection to a host on the internet that a run requests with `CONNECT host:port`. */
export interface Tunnel {
  /**
   * The host name in lower case, without a trailing dot. The run chooses it, so it can also be an IP address or an
   * invalid name.
   */
  host: string;
  port: number;
  /**
   * Whether the client does not expect an answer to its request. If so, the connection belongs to the host from its
   * first byte, and a refusal must be in the host's protocol.
   */
  isRaw: boolean;
  socket: Duplex;
  /** The bytes that the client has already sent to the host. */
  head: Buffer;
}

/**
 * Connects runs to hosts on the internet. The implementation alone decides which hosts are allowed, and closes each
 * socket.
 */
export type OpenTunnel = (session: GatewaySession, tunnel: Tunnel) => void;

/** The model gateway: OpenAI-compatible for agents, connected to a configured provider or stoa-basic. */
export interface Gateway {
  /** Adds a route that needs the gateway itself. Call it before the first run. */
  addRoute(route: RunRoute): void;
  /** Serves HTTP on a connection that belongs to one run. */
  connect(socket: Duplex, session: GatewaySession): void;
  listModels(): ModelListing[];
  /** Returns the model to which a name currently refers, or undefined if it matches no available model. */
  findModel(name: string): ModelMatch | undefined;
  /** Returns every name that calls may currently use. */
  listModelNames(): string[];
  /** Returns the model for the name `default`. */
  getDefaultModel(): string;
  /**
   * Returns one vector per text. Used by the server itself, outside any run and at the operator's cost.
   * @throws GatewayError if the model is unknown or not for embeddings, or if its provider fails or is too slow.
   */
  embed(model: string, texts: readonly string[], timeoutMs: number): Promise<number[][]>;
  /** Returns the active providers. `isLeftAlone` says whether calls to any of a provider's models are blocked. */
  listProviders(): { name: string; isLeftAlone: boolean }[];
  /** Activates another model configuration. Calls in flight complete with the old one, on its connections. */
  reconfigure(config: GatewayConfig): void;
  /** Waits up to `drainMs` until calls in flight are recorded, then ends the others. */
  close(drainMs: number): Promise<void>;
}
