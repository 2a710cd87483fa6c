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
import { ActiveDownloads } from "../../platform/http/active-downloads.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { isCsvRequest, sendCsv } from "../../platform/http/csv-reply.ts";
import { isEventStreamRequest, readLastEventId, sendEvents } from "../../platform/http/event-stream.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import { parsePreferences } from "../../platform/http/prefer.ts";
import { type FollowOptions, followRun } from "./live/follow-run.ts";
import type { RunService } from "./run-service.ts";
import { isRunActive } from "./settle/run-reader.ts";
import {
  advisePolling,
  answerEarly,
  mayAnswerEarly,
  RUN_ROUTE_FAMILIES,
  type RunRouteFamily,
} from "./start/async-answer.ts";
import { createStillRunningError, readIdempotencyKey } from "./start/idempotency.ts";
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

  /** Starts or follows a run. A synchronous reply and a stream use the same path. */
  const execute = async (
    exchange: Exchange,
    family: RunRouteFamily,
    asked: RunRequest,
  ): Promise<ExecutionResult | typeof HANDLED> => {
    const { caller, request, reply } = exchange;
    const key = readIdempotencyKey(request, asked);
    const accepted = await runs.accept(caller, asked, key);
    const { runId, replayed } = accepted;
    if (isEventStreamRequest(request)) {
      if (replayed && (await runs.hasEnded(caller, runId))) markReplayed(reply);
      await stream(exchange, runId, 0);
      return HANDLED;
    }
    const preferences = parsePreferences(request);
    if (mayAnswerEarly(preferences)) {
      if (replayed) markReplayed(reply);
      return answerEarly(runs, exchange, { ...accepted, family, preferences });
    }
    if (!replayed) return runs.getOutcome(caller, runId);
    const result = await runs.getResult(caller, runId);
    if (isRunActive(result.status)) throw createStillRunningError();
    markReplayed(reply);
    return result;
  };

  mount.signedIn(runRoutes.run, (call) => execute(call, "run", call.body));

  mount.signedIn(sdkRoutes.execute, async (call) => {
    const result = await execute(call, "sdk", { agent_id: call.params.id, ...call.body });
    return result === HANDLED ? HANDLED : { success: result.success, data: result };
  });

  mount.signedIn(runRoutes.estimate, ({ caller, body }) => runs.estimate(caller, body));

  for (const { get, events, cancel } of Object.values(RUN_ROUTE_FAMILIES)) {
    mount.signedIn(get, async ({ caller, params, reply }) =>
      advisePolling(reply, await runs.getResult(caller, params.id)),
    );

    mount.signedIn(events, async (call) => {
      const result = await runs.getResult(call.caller, call.params.id);
      if (!isEventStreamRequest(call.request)) return advisePolling(call.reply, result);
      await stream(call, call.params.id, parsePosition(readLastEventId(call.request)));
      return HANDLED;
    });

    mount.signedIn(cancel, ({ caller, params }) => runs.cancel(caller, params.id));
  }
}

/** Marks the reply as a repetition: an earlier request with the same idempotency key started the run. */
function markReplayed(reply: FastifyReply): void {
  reply.header("idempotent-replayed", "true");
}

/**
 * Returns the position in a run's log after the event with this id. Without a valid id, returns 0,
 * the beginning.
 */
function parsePosition(eventId: string | undefined): number {
  return eventId !== undefined && /^\d{1,9}$/.test(eventId) ? Number(eventId) : 0;
}

/** Mounts the routes that return and share traces, and the routes for the settings of stored content. */
export function mountTraceRoutes(mount: Mount, traces: TraceService): void {
  mount.signedIn(traceRoutes.trace, ({ caller, params }) => traces.trace(caller, params.id));
  mount.signedIn(traceRoutes.share, ({ caller, params, body }) =>
    traces.share(caller, params.id, body.shared),
  );
  mount.signedIn(traceRoutes.settings, ({ caller }) => traces.getSettings(caller));
  mount.signedIn(traceRoutes.updateSettings, ({ caller, body }) => traces.changeSettings(caller, body));
}

/** Mounts the routes of usage: the caller's history, an agent's history, and usage figures. */
export function mountUsageRoutes(mount: Mount, usage: UsageService, storage: RunStorageLimits): void {
  const files = new ActiveDownloads(TEXTS.usage.oneFileAtATime);
  mount.signedIn(runRoutes.myUsage, ({ caller, query, request, reply }) => {
    if (!isCsvRequest(request, query.format)) return usage.listOwnUsage(caller, query);
    files.send(caller.accountId, () => sendCsv(reply, usage.exportOwnUsage(caller, query)));
    return HANDLED;
  });
  mount.signedIn(runRoutes.active, ({ caller, query }) => usage.active(caller, query));
  mount.signedIn(runRoutes.storage, ({ caller }) => storage.read(caller.accountId));
  mount.signedIn(runRoutes.myHistogram, ({ caller, query }) => usage.histogram(caller, query));
  mount.signedIn(runRoutes.agentUsage, ({ caller, params, query }) =>
    usage.listAgentUsage(caller, params.id, query),
  );
  mount.signedIn(runRoutes.usageStats, ({ caller }) => usage.getStats(caller));
  mount.signedIn(sdkRoutes.usageStats, ({ caller }) => usage.getStats(caller));
  mount.signedIn(billingRoutes.spendingStats, ({ caller }) => usage.getSpending(caller));
}
