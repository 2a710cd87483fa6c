import {
  billingRoutes,
  type ExecutionResult,
  type RunRequest,
  runRoutes,
  sdkRoutes,
  TEXTS,
  traceRoutes,
} from "@stoa/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../platform/http/caller.ts";
import { sendCsv, wantsCsv } from "../../platform/http/csv-reply.ts";
import { lastEventId, sendEvents, wantsEvents } from "../../platform/http/event-stream.ts";
import { FilesUnderWay } from "../../platform/http/files-under-way.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import { preferencesOf } from "../../platform/http/prefer.ts";
import { type FollowOptions, followRun } from "./live/follow-run.ts";
import type { RunService } from "./run-service.ts";
import { isRunActive } from "./settle/run-reader.ts";
import { advisePolling, answerEarly, mayAnswerEarly, RUN_DOORS, type RunDoor } from "./start/async-answer.ts";
import { idempotencyKeyOf, stillRunning } from "./start/idempotency.ts";
import type { TraceService } from "./trace/trace-service.ts";
import type { RunStorageLimits } from "./upkeep/run-storage.ts";
import type { UsageService } from "./usage/usage-service.ts";

interface Exchange {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Mounts the routes that start, follow and cancel runs. */
export function mountRunRoutes(mount: Mount, runs: RunService, follow: FollowOptions): void {
  const stream = (exchange: Exchange, runId: string, after: number) =>
    sendEvents(exchange.request, exchange.reply, (signal) =>
      followRun(follow, { runId, accountId: exchange.caller.accountId, after }, signal),
    );

  /** Starting and following are one path: a synchronous answer is a follower that waits for the end. */
  const execute = async (
    exchange: Exchange,
    door: RunDoor,
    asked: RunRequest,
  ): Promise<ExecutionResult | typeof HANDLED> => {
    const { caller, request, reply } = exchange;
    const key = idempotencyKeyOf(request, asked);
    const accepted = await runs.accept(caller, asked, key);
    const { runId, replayed } = accepted;
    if (wantsEvents(request)) {
      if (replayed && (await runs.hasEnded(caller, runId))) markReplayed(reply);
      await stream(exchange, runId, 0);
      return HANDLED;
    }
    const preferences = preferencesOf(request);
    if (mayAnswerEarly(preferences)) {
      if (replayed) markReplayed(reply);
      return answerEarly(runs, exchange, { ...accepted, door, preferences });
    }
    if (!replayed) return runs.outcome(caller, runId);
    const result = await runs.result(caller, runId);
    if (isRunActive(result.status)) throw stillRunning();
    markReplayed(reply);
    return result;
  };

  mount.signedIn(runRoutes.run, (call) => execute(call, "run", call.body));

  mount.signedIn(sdkRoutes.execute, async (call) => {
    const result = await execute(call, "sdk", { agent_id: call.params.id, ...call.body });
    return result === HANDLED ? HANDLED : { success: result.success, data: result };
  });

  mount.signedIn(runRoutes.estimate, ({ caller, body }) => runs.estimate(caller, body));

  for (const { get, events, cancel } of Object.values(RUN_DOORS)) {
    mount.signedIn(get, async ({ caller, params, reply }) =>
      advisePolling(reply, await runs.result(caller, params.id)),
    );

    mount.signedIn(events, async (call) => {
      const result = await runs.result(call.caller, call.params.id);
      if (!wantsEvents(call.request)) return advisePolling(call.reply, result);
      await stream(call, call.params.id, placeAfter(lastEventId(call.request)));
      return HANDLED;
    });

    mount.signedIn(cancel, ({ caller, params }) => runs.cancel(caller, params.id));
  }
}

/** Marks the answer as that of an earlier request with the same idempotency key. */
function markReplayed(reply: FastifyReply): void {
  reply.header("idempotent-replayed", "true");
}

/** Returns the position in a run's log after an event; 0 is its beginning. */
function placeAfter(eventId: string | undefined): number {
  return eventId !== undefined && /^\d{1,9}$/.test(eventId) ? Number(eventId) : 0;
}

/** Mounts the routes of traces: what happened in a run, who may read it, what is kept. */
export function mountTraceRoutes(mount: Mount, traces: TraceService): void {
  mount.signedIn(traceRoutes.trace, ({ caller, params }) => traces.trace(caller, params.id));
  mount.signedIn(traceRoutes.share, ({ caller, params, body }) =>
    traces.share(caller, params.id, body.shared),
  );
  mount.signedIn(traceRoutes.settings, ({ caller }) => traces.settings(caller));
  mount.signedIn(traceRoutes.updateSettings, ({ caller, body }) => traces.changeSettings(caller, body));
}

/** Mounts the routes of usage: the caller's history, an agent's history, and figures. */
export function mountUsageRoutes(mount: Mount, usage: UsageService, storage: RunStorageLimits): void {
  const files = new FilesUnderWay(TEXTS.usage.oneFileAtATime);
  mount.signedIn(runRoutes.myUsage, ({ caller, query, request, reply }) => {
    if (!wantsCsv(request, query.format)) return usage.mine(caller, query);
    files.send(caller.accountId, () => sendCsv(reply, usage.mineAsFile(caller, query)));
    return HANDLED;
  });
  mount.signedIn(runRoutes.underWay, ({ caller, query }) => usage.active(caller, query));
  mount.signedIn(runRoutes.storage, ({ caller }) => storage.read(caller.accountId));
  mount.signedIn(runRoutes.myHistogram, ({ caller, query }) => usage.histogram(caller, query));
  mount.signedIn(runRoutes.agentUsage, ({ caller, params, query }) =>
    usage.ofAgent(caller, params.id, query),
  );
  mount.signedIn(runRoutes.usageStats, ({ caller }) => usage.stats(caller));
  mount.signedIn(sdkRoutes.usageStats, ({ caller }) => usage.stats(caller));
  mount.signedIn(billingRoutes.spendingStats, ({ caller }) => usage.spending(caller));
}
