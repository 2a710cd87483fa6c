import {
  nanoToUsd,
  type RunStatus,
  type Turn,
  WIDGET_LIMITS,
  WIDGET_TEXTS,
  type WidgetResult,
  type WidgetTurns,
} from "@stoa/contract";
import { notFound } from "../../platform/http/app-error.ts";
import type { StreamEvent } from "../../platform/http/event-stream.ts";
import type { ConversationsApi } from "../conversations/index.ts";
import type { FollowedEvent, RunCalls } from "../runs/index.ts";
import { toVisitorError } from "./visitor-errors.ts";
import type { VisitorLimits } from "./visitor-limits.ts";
import type { VisitorSession } from "./visitor-sessions.ts";

export interface VisitorChatsOptions {
  calls: Pick<RunCalls, "accept" | "follow" | "cancel" | "getOutcome">;
  conversations: Pick<ConversationsApi, "begin" | "dropEmpty" | "findOfVisitor" | "isRunOfVisitor" | "turns">;
  publishableKeys: { recordUse(keyId: string): Promise<void> };
  limits: VisitorLimits;
  log: { warn(details: object, message: string): void };
}

/**
 * The chats of visitors with embedded agents. A visitor has one current conversation per key, and reaches only runs of
 * the conversations that they began.
 */
export class VisitorChats {
  readonly #options: VisitorChatsOptions;

  constructor(options: VisitorChatsOptions) {
    this.#options = options;
  }

  /** Returns the newest turns of the visitor's last conversation, the oldest first. */
  async readTurns({ visitor, caller }: VisitorSession): Promise<WidgetTurns> {
    const { conversations } = this.#options;
    const id = await conversations.findOfVisitor(visitor);
    if (id === undefined) return { turns: [] };
    const { turns } = await conversations.turns(caller, id, WIDGET_LIMITS.shownTurns);
    return {
      turns: turns.reverse().map((turn) => ({
        ...presentEnd({ ...turn, answer: turn.agent_output }),
        message: turn.message,
      })),
    };
  }

  /**
   * Starts the agent's answer to a message. The run costs at most the key's limit per message and what is left of its
   * daily budget, which the ledger checks in the transaction that starts it.
   * @returns the ID of the run
   * @throws AppError with a text for visitors
   */
  async send(
    session: VisitorSession,
    { message, is_new: isNew = false }: { message: string; is_new?: boolean | undefined },
    network: string | undefined,
  ): Promise<string> {
    const { limits, publishableKeys } = this.#options;
    const { key, caller } = session;
    await limits.countMessage(session, network);
    await publishableKeys.recordUse(key.keyId);
    const leave = limits.takePlace(key.keyId, caller.plan ?? "free");
    try {
      const runId = await this.#startTurn(session, message, isNew);
      this.#freeAtEnd(session, runId, leave);
      return runId;
    } catch (error) {
      leave();
      throw toVisitorError(error);
    }
  }

  /** Yields the answer of a run up to its end. Check first that the run is the visitor's. */
  async *follow({ caller }: VisitorSession, runId: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    for await (const event of this.#options.calls.follow(caller, runId, 0, signal)) {
      const shown = presentEvent(event);
      if (shown) yield shown;
    }
  }

  /** @throws AppError 404 for a run that the visitor has not started */
  async cancel(session: VisitorSession, runId: string): Promise<void> {
    await this.requireOwnRun(session, runId);
    await this.#options.calls.cancel(session.caller, runId);
  }

  /** @throws AppError 404 for a run that the visitor has not started */
  async requireOwnRun({ visitor }: VisitorSession, runId: string): Promise<void> {
    if (!(await this.#options.conversations.isRunOfVisitor(visitor, runId))) throw notFound("Run");
  }

  /** Starts a run in the visitor's last conversation, or in a new one. */
  async #startTurn({ key, visitor, caller }: VisitorSession, text: string, isNew: boolean): Promise<string> {
    const { calls, conversations } = this.#options;
    const known = isNew ? undefined : await conversations.findOfVisitor(visitor);
    const id = known ?? (await conversations.begin(caller, key.agentId, visitor));
    const request = {
      agent_id: key.agentId,
      input_data: {},
      conversation_id: id,
      max_cost: nanoToUsd(key.perMessage),
    };
    try {
      const { runId } = await calls.accept(caller, request, undefined, { sent: { text, fileIds: [] } });
      return runId;
    } catch (error) {
      if (known === undefined) await conversations.dropEmpty(id);
      throw error;
    }
  }

  #freeAtEnd({ caller }: VisitorSession, runId: string, leave: () => void): void {
    const { calls, log } = this.#options;
    const warn = (err: unknown) => log.warn({ err, runId }, "failed to wait for the run of a visitor");
    void calls.getOutcome(caller, runId).catch(warn).finally(leave);
  }
}

function presentEvent(event: FollowedEvent): StreamEvent | undefined {
  if (event.event === "status") return { event: "status", data: { run_id: event.data.run_id } };
  if (event.event === "output") return { event: "output", data: event.data };
  // The agent's steps, nodes and costs are for its developer and for the owner of the key.
  if (event.event !== "result") return undefined;
  const { data } = event;
  return { event: "result", data: presentEnd({ ...data, answer: data.agent_output }) };
}

function presentEnd({
  run_id,
  answer,
  status,
}: Pick<Turn, "run_id" | "status"> & { answer: WidgetResult["answer"] }): WidgetResult {
  return { run_id, answer, status, detail: describeOutcome(status) };
}

/** The reason of a failure is for the agent's developer. */
function describeOutcome(status: RunStatus): string | null {
  if (status === "cancelled") return WIDGET_TEXTS.stopped;
  return status === "failed" || status === "timeout" ? WIDGET_TEXTS.failed : null;
}
