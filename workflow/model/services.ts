import type { GatewayClient, HttpClient } from "@stoa/runtime/gateway-http";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";
import type { BinaryFile, Item, JsonObject } from "./item.ts";

export type {
  GatewayClient,
  HttpClient,
  HttpRequest,
  HttpResponse,
  HttpStream,
} from "@stoa/runtime/gateway-http";

/** The services that a run reaches outside its workflow. The run's gateway checks and counts all requests to them. */
export interface WorkflowServices {
  /** The run's gateway: models at `/v1/...`, the caller's connectors at `/connectors/<service>/...`. */
  gateway: GatewayClient;
  /** Servers on the internet, but not in Stoa's own network. */
  http: HttpClient;
  code: CodeRunner;
  /** Data that outlives a run: chat memory, vectors, static data, data tables. */
  storage: Storage;
  /** Waits for answers of people and other systems. Not set if the workflow does not run on a server. */
  waits?: WaitService;
}

/** Answers of people and other systems during a run. */
export interface WaitService {
  /** Returns a new URL of the server, which accepts one answer. */
  address(): Promise<string>;
  /**
   * Waits for the answer at a URL. The result has no `answer` if none arrives in time, or if the run's time ends first.
   */
  wait(question: WaitRequest): Promise<WaitResult>;
}

export interface WaitResult {
  answer?: WaitAnswer;
  /** Whether the run's time ends before the end of the wait. */
  runEnds: boolean;
}

/** Runs an author's own code in a sandbox without files or direct network access. */
export interface CodeRunner {
  javascript(code: CodeRequest): Promise<CodeAnswer>;
  python(code: CodeRequest): Promise<CodeAnswer>;
}

export interface CodeRequest {
  /** The body of a function. */
  source: string;
  /** Plain data that the code can read, keyed by variable name. */
  variables: { readonly [name: string]: JsonValue };
  /** The items that `$input`, `items`, `$json`, `$('X')` and others read. */
  scope: CodeScope;
  /** `each` runs the code once per item and returns a list of `{value}` or `{error}`. */
  mode?: "all" | "each";
  /** Whether, in the mode `each`, the code still runs for the items after a failed item. */
  continueOnFail?: boolean;
  signal: AbortSignal;
}

/** The workflow around a Code node, as far as the code can read it. */
export interface CodeScope {
  /** All items, or one item in the mode that runs once per item. */
  items: readonly Item[];
  itemIndex: number;
  runIndex: number;
  /**
   * Returns the items of another node. By default these are the items of the node's last run on the output that leads
   * to the current node. Returns undefined if the workflow has no such node.
   * @throws Error if the node has not run
   */
  nodeItems(name: string, output?: number, run?: number): readonly Item[] | undefined;
  /** Returns another node's item from which the current item was created. @throws Error if it is not unique */
  pairedItem(name: string, itemIndex: number): Item | undefined;
  nodeParameters(name: string): JsonObject | undefined;
  nodeState?(name: string): { executed: boolean; runIndex: number; context: JsonObject } | undefined;
  info: { [name: string]: JsonValue };
  /** The static data, which the code may change. */
  staticData: { global: JsonObject; node: JsonObject };
}

export interface CodeAnswer {
  /** The return value of the code. `{$file: 3}` in an item's `binary` is a file that the code received. */
  value: JsonValue;
  file?(ref: number): BinaryFile | undefined;
  logs: readonly { level: "debug" | "info" | "warning" | "error"; message: string }[];
  staticData: { global: JsonObject; node: JsonObject };
}

/** Named values that an agent keeps between runs, separately for each caller. Each value is limited in size. */
export interface Storage {
  read(kind: StorageKind, key: string): Promise<JsonValue | undefined>;
  write(kind: StorageKind, key: string, value: JsonValue): Promise<void>;
}

export type StorageKind = "memory" | "vectors" | "static" | "table";
