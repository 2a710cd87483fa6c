import { setTimeout as wait } from "node:timers/promises";
import type { RunStreamEvent, RunStreamEventName } from "@stoa/contract";
import type * as z from "zod";
import type { Database } from "../../../platform/db/database.ts";
import type { RunContents, RunOwner } from "../run-contents.ts";
import type { CreateFileLinks } from "../run-files.ts";
import { presentRun } from "../settle/present.ts";
import { hasEnded, type RunRow, readRun } from "../settle/run-reader.ts";
import { isLogged, isLogWithheld } from "../trace/withheld-log.ts";
import type { LiveRuns } from "./live-run.ts";
import { readEvents, recordLogRead } from "./live-store.ts";
import type { RunLogEntry } from "./run-feed.ts";

/** An event as followers receive it. A client resumes after an event by sending its `id`. */
export type FollowedEvent = {
  [Name in RunStreamEventName]: { id: number; event: Name; data: z.input<(typeof RunStreamEvent)[Name]> };
}[RunStreamEventName];

/** How often a run on another node is polled. People read no faster than this. */
const POLL_MS = 300;
/** The number of log entries per query. */
const PAGE = 500;

export interface FollowOptions {
  db: Database;
  contents: RunContents;
  live: LiveRuns;
  createFileLinks: CreateFileLinks;
}

/**
 * Yields a run's events after `seq`, up to its result: from memory if the run is on this node, or else from the log.
 * Check first that the account may see the run. A read of the agent's log entries is recorded before they are shown,
 * because reading them makes the run chargeable.
 */
export async function* followRun(
  options: FollowOptions,
  run: { runId: string; accountId: string; after: number },
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent> {
  const { runId, accountId } = run;
  let seq = run.after;
  const live = options.live.get(runId);
  if (live) {
    yield { id: seq, event: "status", data: { run_id: runId, status: "running" } };
    for await (const entry of live.feed.follow(seq, signal)) {
      if (isLogged(entry) && !live.readLog()) break;
      seq = entry.seq;
      yield* presentEntry(runId, entry);
    }
    await Promise.race([live.done, waitForAbort(signal)]);
  }
  const log = createSavedLog(options, { id: runId, accountId });
  while (!signal.aborted) {
    const row = await readRun(options, runId, accountId);
    if (!row) return;
    for await (const entry of log.readEntries(seq, row)) {
      seq = entry.seq;
      yield* presentEntry(runId, entry);
    }
    if (hasEnded(row)) {
      // A lost node may have sent events that it had not saved.
      yield {
        id: Math.max(seq, row.last_seq) + 1,
        event: "result",
        data: presentRun(row, options.createFileLinks),
      };
      return;
    }
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns a reader of the saved entries of a run's log that its caller may read. */
function createSavedLog(options: Pick<FollowOptions, "db" | "contents">, run: RunOwner) {
  let isNoted = false;
  const canRead = async (row: RunRow) => {
    if (hasEnded(row)) return !isLogWithheld(row);
    isNoted ||= await recordLogRead(options.db, run.id);
    return isNoted;
  };
  return {
    /**
     * Yields entries after `seq`. Stops at an entry that cannot be shown because the run has just ended:
     * whether the entry may be shown depends on how the run has ended.
     */
    async *readEntries(seq: number, row: RunRow): AsyncGenerator<RunLogEntry> {
      for (let after = seq; ; ) {
        const entries = await readEvents(options, run, after, PAGE);
        for (const entry of entries) {
          after = entry.seq;
          if (!isLogged(entry) || (await canRead(row))) yield entry;
          else if (!hasEnded(row)) return;
        }
        if (entries.length < PAGE) return;
      }
    },
  };
}

function* presentEntry(runId: string, entry: RunLogEntry): Generator<FollowedEvent> {
  const { seq: id } = entry;
  if (entry.kind === "output") yield { id, event: "output", data: entry.payload };
  else if (entry.kind === "step") yield { id, event: "step", data: entry.payload };
  else if (entry.kind === "node") {
    // The items are for the trace only, so that streams stay small.
    const { items: _, duration_ms, ...run } = entry.payload;
    yield { id, event: "node", data: { ...run, duration: duration_ms / 1000 } };
  } else if (entry.kind === "cost")
    yield { id, event: "cost", data: { tokens: entry.payload.tokens, cost: Number(entry.payload.cost) } };
  else if (entry.kind === "progress")
    yield { id, event: "status", data: { run_id: runId, status: "running", ...entry.payload } };
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
