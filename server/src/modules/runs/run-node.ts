import { randomBytes } from "node:crypto";
import type { Gateway, GatewaySession } from "@stoa/gateway";
import { type Job, type RuntimeName, runtimeNameOf } from "@stoa/runtime/protocol";
import type { RunSlot } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import { AnswerStream } from "./answer-stream.ts";
import { type EndedCall, EndedCalls, sum } from "./called/ended-calls.ts";
import type { HoldGrowth } from "./hold.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import type { RunBounds } from "./run-bounds.ts";
import { brokenOff, endOf } from "./run-end.ts";
import type { RunEnd } from "./run-store.ts";
import { type SettledTree, type SettleOptions, settleRun } from "./settle-run.ts";
import { settledRow } from "./settled-row.ts";
import type { PreparedRun } from "./start-run.ts";

export interface RunNodeOptions {
  live: LiveRuns;
  hold: HoldGrowth;
  settle: SettleOptions;
  gateway: () => Gateway;
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
  gateway: () => Gateway,
  run: Omit<GatewaySession, "runToken">,
): Pick<Job, "runToken" | "connectGateway"> {
  /** 192 random bits, good on this run's socket alone and gone with it. */
  const runToken = `rt_${randomBytes(24).toString("base64url")}`;
  return { runToken, connectGateway: (socket) => gateway().connect(socket, { ...run, runToken }) };
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
   * Carries a run that another called to its end, which is booked with that of the run at the root.
   * @returns its end, and what it and the runs it led to cost, nano-USD.
   */
  async carryCalled(
    parent: LiveRun,
    run: LiveRun,
    slot: RunSlot,
    prepared: PreparedRun,
  ): Promise<{ end: RunEnd; cost: bigint }> {
    this.#options.live.add(run);
    const end = await this.#end(run, slot, prepared);
    run.meter.held = end.cost;
    slot.release();
    this.#endedCalls.add(parent, { run, prepared, end });
    return { end, cost: end.cost + sum(this.#endedCalls.of(run), (each) => each.cost) };
  }

  async #carry(run: LiveRun, slot: RunSlot, prepared: PreparedRun): Promise<void> {
    const { settle, live } = this.#options;
    const runs = [run];
    try {
      const end = await this.#end(run, slot, prepared);
      const called = this.#endedCalls.of(run);
      runs.push(...called.map((call) => call.run));
      const settled = await settleRun(settle, run, end, called);
      if (settled) this.#keepRows({ run, prepared, end }, settled);
    } finally {
      slot.release();
      for (const each of runs) {
        each.finished();
        live.remove(each);
      }
    }
  }

  /** The rows of a run and of those it led to, as the database has them now. */
  #keepRows(root: EndedCall, settled: SettledTree): void {
    const calls = [...this.#endedCalls.of(root.run), root];
    const facts = [...settled.called, settled.run];
    for (const [index, call] of calls.entries()) {
      const known = facts[index];
      const below = calls.filter(({ run }) => isLedToBy(run, call.run));
      if (known) call.run.row = settledRow(call, known, below);
    }
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
    return this.#endedCalls.settleWith(run, end);
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

function isLedToBy({ parent }: LiveRun, run: LiveRun): boolean {
  return parent !== undefined && (parent === run || isLedToBy(parent, run));
}
