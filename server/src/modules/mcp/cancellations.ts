import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { NoticeListener } from "../../platform/db/notice-listener.ts";
import type { BackgroundJob } from "../../platform/jobs/job.ts";
import type { McpCall } from "./call.ts";

const CHANNEL = "stoa_mcp_cancel";
/** The maximum length of a request ID in a notice. The IDs of clients are numbers or UUIDs. */
const ID_MAX_LENGTH = 100;

interface CancellationsOptions {
  db: Database;
  databaseUrl: string;
  log: { warn(details: { reason: string }, message: string): void };
}

/**
 * The calls of this node that wait for a run, by session and request. Before protocol 2026-07-28, a client cancels a call
 * with a message of its own, which can reach another node, so every node is notified.
 */
export class Cancellations {
  readonly #options: CancellationsOptions;
  readonly #active = new Map<string, AbortController>();
  readonly job: BackgroundJob;

  constructor(options: CancellationsOptions) {
    this.#options = options;
    const listener = new NoticeListener({
      url: options.databaseUrl,
      channel: CHANNEL,
      onNotice: (key) => this.#active.get(key)?.abort(),
      onListening: () => {},
      log: options.log,
    });
    this.job = {
      name: "cancelled MCP calls",
      start: () => listener.start(),
      stop: () => listener.close(),
    };
  }

  /** Runs a call with a signal that is aborted when its client cancels it. */
  async track<T>(call: McpCall, id: unknown, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const key = getKey(call, id);
    if (key === undefined || this.#active.has(key)) return work(controller.signal);
    this.#active.set(key, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#active.delete(key);
    }
  }

  /** Cancels a call of the same caller and session, on whichever node it is. A call that has ended stays as it is. */
  async cancel(call: McpCall, id: unknown): Promise<void> {
    const key = getKey(call, id);
    if (key === undefined) return;
    const here = this.#active.get(key);
    if (here) here.abort();
    else await sql`SELECT pg_notify(${CHANNEL}, ${key})`.execute(this.#options.db);
  }
}

/** Returns the key of a call; undefined without a session, because other clients use the same request IDs. */
function getKey({ caller, sessionId }: McpCall, id: unknown): string | undefined {
  if (sessionId === undefined || (typeof id !== "string" && typeof id !== "number")) return undefined;
  if (String(id).length > ID_MAX_LENGTH) return undefined;
  return JSON.stringify([caller.accountId, caller.userId, sessionId, id]);
}
