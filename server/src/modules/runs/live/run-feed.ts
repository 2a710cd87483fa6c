import type { JsonValue, LogLevel, NodeRun, StepKind } from "@stoa/runtime/protocol";
import type { ConnectorCall } from "../../connectors/index.ts";
import type { SecretMask } from "./secret-mask.ts";

/** A call to another agent. `run_id` is null if the call did not start a run. */
export interface AgentCallEvent {
  agent_id: number | null;
  agent_name: string | null;
  run_id: string | null;
  outcome: "answered" | "refused" | "failed";
  reason: string | null;
  duration_ms: number;
}

export type ConnectorCallEvent = Omit<ConnectorCall, "durationMs"> & { duration_ms: number };

/**
 * A connection to a host, or an attempt to open one. `port` is null if the host's name was not even resolved.
 */
export interface ConnectionEvent {
  host: string;
  port: number | null;
  outcome: "connected" | "refused" | "failed";
  reason: string | null;
  bytes_sent: number;
  bytes_received: number;
  duration_ms: number;
}

/** The state of one run of a workflow's node. */
export interface NodeEvent {
  node: string;
  within: string | null;
  serves: string | null;
  run: number;
  state: NodeRun["state"];
  duration_ms: number;
  items_in: number[];
  items_out: number[];
  items: JsonValue[][];
  error: string | null;
}

/** The kinds of entries in a run's log. `cost` is in USD, as an exact decimal string. */
export type RunLogEvent =
  | { kind: "output"; payload: { text: string } }
  | { kind: "log"; payload: { level: LogLevel; message: string } }
  | { kind: "progress"; payload: { message: string; fraction?: number } }
  | { kind: "step"; payload: { kind: StepKind; source: string; text: string } }
  | { kind: "node"; payload: NodeEvent }
  | { kind: "connector_call"; payload: ConnectorCallEvent }
  | { kind: "connection"; payload: ConnectionEvent }
  | { kind: "agent_call"; payload: AgentCallEvent }
  | { kind: "cost"; payload: { tokens: number; cost: string } };

/** One entry of a run's log, with its position and the time when it was written, in milliseconds since 1970. */
export type RunLogEntry = RunLogEvent & { seq: number; at: number };

/** Chunks of output that arrive within this time become one entry, so a run adds at most 50 rows per second. */
const GATHER_MS = 20;
/** The limit for entries of one kind other than output, because more than a thousand steps add no information. */
const MAX_ENTRIES_OF_KIND = 1_000;

/**
 * The log of a live run on its node. Followers read it from memory, and a writer saves new entries. Its size is limited
 * because the sandbox limits the output.
 */
export class RunFeed {
  readonly #entries: RunLogEntry[] = [];
  readonly #perKind = new Map<RunLogEvent["kind"], number>();
  readonly #waitingNodes = new Set<string>();
  #savedSeq = 0;
  #gathered = "";
  #lastFlush = 0;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void)[] = [];
  closed = false;
  /** Masks the developer's secrets in entries that other code writes about the agent, such as the path of a call. */
  mask: SecretMask | undefined;

  get lastSeq(): number {
    return this.#entries.length;
  }

  appendOutput(text: string): void {
    if (this.closed || text === "") return;
    this.#gathered += text;
    const wait = GATHER_MS - (Date.now() - this.#lastFlush);
    if (wait <= 0) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), wait);
  }

  append(news: Exclude<RunLogEvent, { kind: "output" }>): void {
    const written = this.#perKind.get(news.kind) ?? 0;
    if (this.closed || written >= MAX_ENTRIES_OF_KIND) return;
    if (news.kind === "node" && this.#isLate(news.payload)) return;
    this.#flush();
    this.#perKind.set(news.kind, written + 1);
    this.#appendEntry(this.mask?.maskJson(news) ?? news);
  }

  /**
   * Returns whether an event is out of date. The start of a node is reported with a delay (node-beginnings.ts), and by
   * then the node may already be waiting for an answer.
   */
  #isLate({ node, within, run, state }: NodeEvent): boolean {
    const key = JSON.stringify([node, within, run]);
    if (state === "running") return this.#waitingNodes.has(key);
    if (state === "waiting") this.#waitingNodes.add(key);
    else this.#waitingNodes.delete(key);
    return false;
  }

  /** Closes the log. Nothing can be added afterwards, and followers end when they have read everything. */
  close(): void {
    if (this.closed) return;
    this.#flush();
    this.closed = true;
    this.#wakeFollowers();
  }

  /** Returns the entries that have not been saved yet. */
  getUnsaved(): readonly RunLogEntry[] {
    return this.#entries.slice(this.#savedSeq);
  }

  markSaved(upTo: number): void {
    if (upTo > this.#savedSeq) this.#savedSeq = upTo;
  }

  /** Yields entries after `seq` as they arrive, until the run ends or `signal` aborts. */
  async *follow(seq: number, signal: AbortSignal): AsyncGenerator<RunLogEntry> {
    for (let next = Math.max(0, seq); !signal.aborted; ) {
      const entry = this.#entries[next];
      if (entry) {
        next += 1;
        yield entry;
      } else if (this.closed) return;
      else await this.#waitForEvents(signal);
    }
  }

  #waitForEvents(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      signal.addEventListener("abort", done, { once: true });
      this.#wake.push(done);
    });
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered === "") return;
    const text = this.#gathered;
    this.#gathered = "";
    this.#lastFlush = Date.now();
    this.#appendEntry({ kind: "output", payload: { text } });
  }

  #appendEntry(news: RunLogEvent): void {
    this.#entries.push({ ...news, seq: this.#entries.length + 1, at: Date.now() });
    this.#wakeFollowers();
  }

  #wakeFollowers(): void {
    const followers = this.#wake;
    this.#wake = [];
    for (const wake of followers) wake();
  }
}
