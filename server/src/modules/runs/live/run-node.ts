import { randomBytes } from "node:crypto";
import type { Gateway, GatewaySession } from "@stoa/gateway";
import {
  getRuntimeName,
  type Job,
  type JobConversation,
  type RunReceipt,
  type RuntimeName,
} from "@stoa/runtime/protocol";
import type { RunSlot } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../../../platform/http/app-error.ts";
import { findSearchService } from "../../connectors/index.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunFiles } from "../run-files.ts";
import { createCrashedEnd, determineEnd, type RunEnd } from "../settle/run-end.ts";
import type { RunRow } from "../settle/run-reader.ts";
import { type SettleOptions, settleRun } from "../settle/settle-run.ts";
import { type OpenPackages, openEnvironment } from "../start/open-packages.ts";
import { getLarger, getSmaller, type RunTerms } from "../start/run-terms.ts";
import type { RunStorageLimits } from "../upkeep/run-storage.ts";
import { AnswerStream } from "./answer-stream.ts";
import type { HoldGrowth } from "./hold.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import { maskRun } from "./mask-run.ts";

/** Returns an agent's secrets, keyed by name. */
export type OpenSecrets = (agentId: number) => Promise<Readonly<Record<string, string>>>;

export interface RunNodeOptions {
  live: LiveRuns;
  hold: HoldGrowth;
  settle: SettleOptions;
  files: Pick<RunFiles, "publishArtifacts" | "removeArtifacts">;
  storage: Pick<RunStorageLimits, "recordEnded">;
  gateway: Pick<Gateway, "connect">;
  openPackages: OpenPackages;
  openSecrets: OpenSecrets;
  bounds: Pick<RunBounds, "jobLimits" | "recordWaitMs">;
  log: FastifyBaseLogger;
  /** Called with each run that has ended here, before its end is written. */
  ended?: ((run: MeasuredRun) => void) | undefined;
}

/** The figures of an ended run. */
export interface MeasuredRun {
  runtime: RuntimeName;
  status: RunEnd["status"];
  tokens: number;
  seconds: number;
}

/** Returns the token and the gateway connection of one run. */
export function createGatewayAccess(
  gateway: Pick<Gateway, "connect">,
  run: Omit<GatewaySession, "runToken">,
): Pick<Job, "runToken" | "connectGateway"> {
  /** The token has 192 random bits. It is valid only on this run's socket and only while the run is active. */
  const runToken = `rt_${randomBytes(24).toString("base64url")}`;
  return { runToken, connectGateway: (socket) => gateway.connect(socket, { ...run, runToken }) };
}

/** Executes started runs on this node and settles them. */
export class RunNode {
  readonly #options: RunNodeOptions;

  constructor(options: RunNodeOptions) {
    this.#options = options;
  }

  /** Starts executing a run and returns immediately. `run.done` resolves when the run has ended. */
  carry(run: LiveRun, slot: RunSlot): void {
    this.#options.live.add(run);
    void this.#carry(run, slot);
  }

  /**
   * Runs a called run to its end. The run is charged before this resolves, so that no agent gets an answer that was not
   * paid for.
   * @throws AppError 503 if it could not be charged
   */
  async carryCalled(run: LiveRun, slot: RunSlot): Promise<RunRow> {
    const { live } = this.#options;
    live.add(run);
    try {
      const end = await this.#end(run, slot);
      slot.release();
      run.meter.held = getPayablePart(run, end);
      const row = await run.tree.runSerially(() => this.#settle(run, end));
      if (!row)
        throw new AppError(
          503,
          "at_capacity",
          "The end of the called run could not be recorded. Call the agent again.",
        );
      return row;
    } finally {
      run.markFinished();
      live.remove(run);
    }
  }

  async #carry(run: LiveRun, slot: RunSlot): Promise<void> {
    try {
      await this.#settle(run, await this.#end(run, slot));
    } finally {
      slot.release();
      run.markFinished();
      this.#options.live.remove(run);
    }
  }

  /** Settles a run and keeps its row. @returns `undefined` if the run was not settled */
  async #settle(run: LiveRun, end: RunEnd): Promise<RunRow | undefined> {
    const row = await settleRun(this.#options.settle, run, end);
    if (run.artifacts.length > 0) await this.#closeArtifacts(run, row);
    if (!row) return undefined;
    this.#options.storage.recordEnded(run.terms.caller.accountId);
    if (run.parent)
      run.tree.charge(run.meter, { tokens: Number(row.tokens_charged), cost: row.cost + row.failure_charge });
    run.row = row;
    return row;
  }

  /**
   * Publishes the artifacts of a settled run or removes those of a run that did not complete. If that fails, a background
   * job repeats it.
   */
  async #closeArtifacts(run: LiveRun, row: RunRow | undefined): Promise<void> {
    const { files, log } = this.#options;
    const isPaid = row?.status === "completed";
    if (isPaid && run.parent) for (const file of run.artifacts) run.parent.files.set(file.id, file);
    const closing = isPaid ? files.publishArtifacts(run.id) : files.removeArtifacts(run.id);
    await closing.catch((error: unknown) =>
      log.error({ err: error, runId: run.id }, "failed to publish or remove the artifacts of a run"),
    );
  }

  /** Runs an agent. Metering has ended when this resolves. Never rejects. */
  async #end(run: LiveRun, slot: RunSlot): Promise<RunEnd> {
    const end = await this.#execute(run, slot).catch((error: unknown) => {
      this.#options.log.error({ err: error, runId: run.id }, "a run failed because of a server error");
      return createCrashedEnd(run);
    });
    run.handleSandboxEnd();
    await run.waitForCalledRuns();
    run.closed = true;
    run.feed.close();
    this.#options.ended?.({
      runtime: getRuntimeName(run.terms.agent.framework, run.terms.agent.entry),
      status: end.status,
      tokens: end.tokensMetered,
      seconds: end.executionMs / 1000,
    });
    return end;
  }

  async #execute(run: LiveRun, slot: RunSlot): Promise<RunEnd> {
    const { hold, bounds, log, openPackages, openSecrets } = this.#options;
    const answer = new AnswerStream(run, hold);
    const { agent } = run.terms;
    const opened = await openEnvironment(openPackages, agent, (event) => answer.take(event));
    if ("problem" in opened) return determineEnd(run, createLostReceipt(run, opened.problem), answer, hold);
    const secrets = agent.hasSecrets ? await openSecrets(agent.agentId) : {};
    const job = { ...this.#createJob(run), ...opened, secrets };
    const masked = maskRun(run, secrets, (event) => answer.take(event));
    const handle = slot.start(agent.framework, job, masked.onEvent);
    if (agent.entry.kind === "declaration") run.lendSlot = () => slot.lend();
    run.onStop(() => handle.cancel());
    answer.onBroken(() => handle.cancel());
    const receipt = masked.end(await handle.receipt.finally(() => run.handleSandboxEnd()));
    if (run.terms.conversation) run.state = receipt.state;
    await run.waitForCalledRuns();
    await answer.waitForDrain();
    if (!(await run.waitForRecordedCalls(run.terms.recordWaitMs ?? bounds.recordWaitMs)))
      log.error({ runId: run.id }, "a run ended with calls that were not recorded in time");
    return determineEnd(run, receipt, answer, hold);
  }

  #createJob({ id, terms }: LiveRun): Job {
    const { agent, input, files, timeoutSeconds } = terms;
    const searchService = findSearchService(agent.connectors);
    return {
      runId: id,
      source: agent.source,
      filename: agent.filename,
      archive: agent.archive,
      entry: agent.entry,
      input: addSession(input, terms),
      ...(files.length > 0 && { files }),
      ...createJobConversation(id, terms),
      hosts: agent.framework === "n8n" ? [] : agent.hosts,
      limits: {
        ...this.#options.bounds.jobLimits,
        wallMs: timeoutSeconds * 1000,
        cpuSeconds: timeoutSeconds,
      },
      ...createGatewayAccess(this.#options.gateway, {
        runId: id,
        trial: false,
        owner: terms.caller.accountId,
        tokensAreFree: terms.pricePerToken === 0n,
        ...(searchService !== undefined && { searchService }),
      }),
    };
  }
}

/** Returns what the agent gets of earlier turns: of a stored conversation, or of one that the caller keeps. */
function createJobConversation(
  runId: string,
  { conversation, earlier }: RunTerms,
): { conversation?: JobConversation } {
  if (conversation) {
    const { id, history, state, earlierRuns } = conversation;
    return {
      conversation: {
        id,
        history,
        ...(state !== undefined && { state }),
        ...(earlierRuns && { earlierRuns }),
      },
    };
  }
  return earlier.length > 0 ? { conversation: { id: runId, history: earlier } } : {};
}

/** Returns the input of a workflow with the session of its memory nodes, unless the caller chose one. */
function addSession(input: Job["input"], { agent, conversation }: RunTerms): Job["input"] {
  if (!conversation || agent.entry.memory !== "session" || input.sessionId !== undefined) return input;
  return { ...input, sessionId: conversation.id };
}

/** Returns the receipt of a run whose packages could not be installed. */
function createLostReceipt({ id, startedAt }: LiveRun, problem: string): RunReceipt {
  const error = { message: problem, developerDetail: problem };
  return { runId: id, outcome: "crashed", output: null, error, durationMs: performance.now() - startedAt };
}

/**
 * Returns the part of the root's hold that a called run may take: its charge or, if the run failed, the cost of its
 * model calls, up to the amount that the run holds.
 */
function getPayablePart({ meter }: LiveRun, end: RunEnd): bigint {
  if (end.status === "completed" || end.isOurFault) return end.cost;
  return getLarger(end.cost, getSmaller(end.modelCost, meter.held));
}
