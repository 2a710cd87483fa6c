import { randomBytes } from "node:crypto";
import type { Gateway, GatewaySession } from "@stoa/gateway";
import { type Job, type RuntimeName, runtimeNameOf } from "@stoa/runtime/protocol";
import type { RunSlot } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../../../platform/http/app-error.ts";
import { EndedCalls } from "../called/ended-calls.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { BookedEnd, RunEnd } from "../run-store.ts";
import { brokenOff, endOf } from "../settle/run-end.ts";
import { type SettleOptions, settleRun } from "../settle/settle-run.ts";
import { settledRow } from "../settle/settled-row.ts";
import { larger, smaller } from "../start/run-terms.ts";
import type { PreparedRun } from "../start/start-run.ts";
import type { RunStorageLimits } from "../upkeep/run-storage.ts";
import { AnswerStream } from "./answer-stream.ts";
import type { HoldGrowth } from "./hold.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

export interface RunNodeOptions {
  live: LiveRuns;
  hold: HoldGrowth;
  settle: SettleOptions;
  storage: Pick<RunStorageLimits, "noteEnded">;
  gateway: Pick<Gateway, "connect">;
  bounds: Pick<RunBounds, "jobLimits" | "recordWaitMs">;
  log: FastifyBaseLogger;
  /** Told of each run that has ended here, before its end is written. */
  ended?: ((run: MeasuredRun) => void) | undefined;
}

/** Figures of a run's end. */
export interface MeasuredRun {
  runtime: RuntimeName;
  status: RunEnd["status"];
  tokens: number;
  seconds: number;
}

/** The credentials and the way to the gateway that one run has. */
export function gatewayAccess(
  gateway: Pick<Gateway, "connect">,
  run: Omit<GatewaySession, "runToken">,
): Pick<Job, "runToken" | "connectGateway"> {
  /** 192 random bits, good on this run's socket alone and gone with it. */
  const runToken = `rt_${randomBytes(24).toString("base64url")}`;
  return { runToken, connectGateway: (socket) => gateway.connect(socket, { ...run, runToken }) };
}

/** Carries started runs on this node from the first line of agent code to their settled end. */
export class RunNode {
  readonly #options: RunNodeOptions;
  readonly #endedCalls = new EndedCalls();

  constructor(options: RunNodeOptions) {
    this.#options = options;
  }

  /** Returns at once; `run.done` tells the end. */
  carry(run: LiveRun, slot: RunSlot, prepared: PreparedRun): void {
    this.#options.live.add(run);
    void this.#carry(run, slot, prepared);
  }

  /**
   * Carries a run that another called to its end. It is charged before this resolves, so that no agent has the answer
   * of another that was not paid for.
   * @returns its end, and what it and the runs that it called cost, nano-USD.
   * @throws AppError 503 when it could not be charged.
   */
  async carryCalled(
    parent: LiveRun,
    run: LiveRun,
    slot: RunSlot,
    prepared: PreparedRun,
  ): Promise<{ end: BookedEnd; cost: bigint }> {
    const { live } = this.#options;
    live.add(run);
    try {
      const ended = await this.#end(run, slot, prepared);
      slot.release();
      run.meter.held = payablePart(run, ended);
      const end = await run.tree.serially(() => this.#charge(run, prepared, ended));
      if (!end) throw new AppError(503, "at_capacity", "The end of this run could not be written down.");
      this.#endedCalls.add(parent, { run, prepared, end });
      return { end, cost: end.cost + end.failureCharge + this.#endedCalls.costOf(run) };
    } finally {
      run.finished();
      live.remove(run);
    }
  }

  async #carry(run: LiveRun, slot: RunSlot, prepared: PreparedRun): Promise<void> {
    try {
      await this.#charge(run, prepared, await this.#end(run, slot, prepared));
    } finally {
      slot.release();
      run.finished();
      this.#options.live.remove(run);
    }
  }

  /** Books a run's end and keeps its row. @returns the end with what was charged, `undefined` when nothing was booked. */
  async #charge(run: LiveRun, prepared: PreparedRun, ended: RunEnd): Promise<BookedEnd | undefined> {
    const settled = await settleRun(this.#options.settle, run, ended);
    if (!settled) return undefined;
    this.#options.storage.noteEnded(run.facts.accountId);
    const { cost, failure_charge: failureCharge } = settled;
    const end = { ...ended, tokensCharged: Number(settled.tokens_charged), cost, failureCharge };
    if (run.parent) run.tree.charge(run.meter, { tokens: end.tokensCharged, cost: cost + failureCharge });
    run.row = settledRow({ run, prepared, end }, settled, this.#endedCalls.of(run));
    return end;
  }

  /** Runs an agent; nothing is metered any more when this resolves. Never rejects. */
  async #end(run: LiveRun, slot: RunSlot, prepared: PreparedRun): Promise<RunEnd> {
    const end = await this.#execute(run, slot, prepared).catch((error: unknown) => {
      this.#options.log.error({ err: error, runId: run.facts.id }, "a run broke off on our side");
      return brokenOff(run);
    });
    run.sandboxEnded();
    await run.calledRunsEnded();
    run.closed = true;
    run.feed.close();
    this.#options.ended?.({
      runtime: runtimeNameOf(prepared.agent.framework, prepared.agent.entry),
      status: end.status,
      tokens: end.tokensMetered,
      seconds: end.executionMs / 1000,
    });
    return end;
  }

  async #execute(run: LiveRun, slot: RunSlot, prepared: PreparedRun): Promise<RunEnd> {
    const { hold, bounds, log } = this.#options;
    const answer = new AnswerStream(run, hold);
    const handle = slot.start(prepared.agent.framework, this.#job(run, prepared), (event) =>
      answer.take(event),
    );
    if (prepared.agent.entry.kind === "declaration") run.lendSlot = () => slot.lend();
    run.onStop(() => handle.cancel());
    answer.onBroken(() => handle.cancel());
    const receipt = await handle.receipt.finally(() => run.sandboxEnded());
    await run.calledRunsEnded();
    await answer.drained();
    if (!(await run.callsRecorded(bounds.recordWaitMs)))
      log.error({ runId: run.facts.id }, "a run ends with calls that were not recorded in time");
    return endOf(run, receipt, answer, hold);
  }

  #job(run: LiveRun, { agent, input, terms, timeoutSeconds }: PreparedRun): Job {
    return {
      runId: run.facts.id,
      source: agent.source,
      filename: agent.filename,
      entry: agent.entry,
      input,
      limits: {
        ...this.#options.bounds.jobLimits,
        wallMs: timeoutSeconds * 1000,
        cpuSeconds: timeoutSeconds,
      },
      ...gatewayAccess(this.#options.gateway, {
        runId: run.facts.id,
        trial: false,
        owner: run.facts.accountId,
        tokensAreFree: terms.pricePerToken === 0n,
      }),
    };
  }
}

/** Returns the part of the root's hold that the end of a called run may take: its charge, or its failed model calls. */
function payablePart({ meter }: LiveRun, end: RunEnd): bigint {
  if (end.status === "completed" || end.isOurFault) return end.cost;
  return larger(end.cost, smaller(end.modelCost, meter.held));
}
