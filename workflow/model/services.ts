import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { OutgoingCall } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";
import type { BinaryFile, Item, JsonObject } from "./item.ts";

/** What a run reaches outside of its workflow. All of it is guarded and counted by the run's gateway. */
export interface WorkflowServices {
  /** The run's gateway: models at `/v1/...`, the caller's connectors at `/connectors/<service>/...`. */
  gateway: GatewayClient;
  /** Servers on the internet; none of our own network. */
  http: HttpClient;
  code: CodeRunner;
  /** What lives longer than a run: chat memory, vectors, static data, data tables. */
  storage: Storage;
  /** People and systems that the run waits for; none where no server runs it. */
  waits?: WaitService;
}

/** Answers from outside to a run that goes on. */
export interface WaitService {
  /** Returns a new address of the server that takes one answer. */
  address(): Promise<string>;
  /** Waits for the answer at an address; none where it did not come in time, or before the run's own time ends. */
  wait(question: WaitRequest): Promise<WaitResult>;
}

export interface WaitResult {
  answer?: WaitAnswer;
  /** The run's time ends before what was to be waited. */
  runEnds: boolean;
}

export interface GatewayClient {
  call(call: OutgoingCall): Promise<IncomingMessage>;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
  /** 0: redirects are answers. */
  maxRedirects: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  statusText: string;
  /** Names in lower case; several of one name are joined by a comma, set-cookie by a line feed. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** An answer that is read as it arrives. Its owner reads it to its end, or destroys it. */
export interface HttpStream extends Omit<HttpResponse, "body"> {
  body: Readable;
}

export interface HttpClient {
  /** @throws Error in words for the author where there is no answer: refused address, timeout, too large, TLS. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** The same for an answer that has no end of its own, within the request's time. */
  open?(request: HttpRequest): Promise<HttpStream>;
}

/** Runs an author's own code, in a sandbox without time, network or files. */
export interface CodeRunner {
  javascript(code: CodeRequest): Promise<CodeAnswer>;
  python(code: CodeRequest): Promise<CodeAnswer>;
}

export interface CodeRequest {
  /** The body of a function. */
  source: string;
  /** Names that it sees, beside the language's own: plain data. */
  variables: { readonly [name: string]: JsonValue };
  /** Items that `$input`, `items`, `$json`, `$('X')` and the rest read. */
  scope: CodeScope;
  /** `each`: once for every item, and the value is a list of what each gave: `{value}` or `{error}`. */
  mode?: "all" | "each";
  /** In `each`: the items after one that failed are done too. */
  continueOnFail?: boolean;
  signal: AbortSignal;
}

/** The workflow around a Code node, as far as its code may ask for it. */
export interface CodeScope {
  /** All items, or one in the mode that runs once for each. */
  items: readonly Item[];
  itemIndex: number;
  runIndex: number;
  /**
   * What came out of another node: of the output that leads here and of its last run, where none is said.
   * Undefined where the workflow has no such node. @throws Error where it has not run.
   */
  nodeItems(name: string, output?: number, run?: number): readonly Item[] | undefined;
  /** The item of another node that the present one was made from. @throws Error where that is not clear. */
  pairedItem(name: string, itemIndex: number): Item | undefined;
  nodeParameters(name: string): JsonObject | undefined;
  nodeState?(name: string): { executed: boolean; runIndex: number; context: JsonObject } | undefined;
  info: { [name: string]: JsonValue };
  /** Read before, written after. */
  staticData: { global: JsonObject; node: JsonObject };
}

export interface CodeAnswer {
  /** What the code returned. `{$file: 3}` in an item's `binary` is a file that it was given. */
  value: JsonValue;
  file?(ref: number): BinaryFile | undefined;
  logs: readonly { level: "debug" | "info" | "warning" | "error"; message: string }[];
  staticData: { global: JsonObject; node: JsonObject };
}

/** Named values of an agent (or of one of its sessions), kept between runs. Every one is bounded. */
export interface Storage {
  read(kind: StorageKind, key: string): Promise<JsonValue | undefined>;
  write(kind: StorageKind, key: string, value: JsonValue): Promise<void>;
}

export type StorageKind = "memory" | "vectors" | "static" | "table";
