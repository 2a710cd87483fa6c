import type { ExecutionResult, RunRequest } from "@stoa/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { AgentDirectory, RunnableAgents } from "../catalog/index.ts";
import type { FilesApi } from "../files/index.ts";
import type { Accepted, RunCalls } from "../runs/index.ts";
import { createRunError, createUnknownModelError } from "./api-errors.ts";
import type { MessageFile } from "./message-parts.ts";
import { findNamedAgent } from "./model-names.ts";
import type { AgentRequest } from "./request-fields.ts";
import { requireProperties } from "./wanted-properties.ts";

export interface AgentRunsOptions {
  directory: AgentDirectory;
  agents: Pick<RunnableAgents, "find">;
  calls: RunCalls;
  files: Pick<FilesApi, "storeFile" | "removeFile">;
}

/** The caller's request and our reply to it. */
export interface Exchange {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Runs agents for requests of OpenAI's APIs. */
export class AgentRuns {
  readonly #options: AgentRunsOptions;

  constructor(options: AgentRunsOptions) {
    this.#options = options;
  }

  /**
   * Starts a run, or finds the run that an earlier request with the same Idempotency-Key started.
   * @param body the whole body of the request, which a repetition must have, too
   * @throws AppError 404 for an unknown model, 400 for inputs that the agent does not take, and the errors of a start
   */
  async start({ caller, request, reply }: Exchange, asked: AgentRequest, body: unknown): Promise<Accepted> {
    const { calls, directory } = this.#options;
    const { agentId, version } = await findNamedAgent(directory, asked.model);
    if (asked.wantedProperties)
      await this.#requireJson(caller, { ...asked, agentId, version }, asked.wantedProperties);
    const key = calls.readIdempotencyKey(request, { agent_id: agentId, input_data: {} }, body);
    const { message: text, earlier, maxOutputTokens } = asked;
    const wanted: RunRequest = {
      agent_id: agentId,
      input_data: asked.inputData,
      ...(version !== undefined && { version }),
      ...(asked.maxCost !== undefined && { max_cost: asked.maxCost }),
      ...(asked.timeout !== undefined && { timeout: asked.timeout }),
      ...(asked.conversationId !== undefined && { conversation_id: asked.conversationId }),
      ...(asked.parentTurn !== undefined && { parent_turn: asked.parentTurn }),
    };
    const occasion = {
      ...(asked.conversationId === undefined && earlier.length > 0 && { earlier }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    };
    const accepted = await this.#withFiles(caller, asked.files, (fileIds) =>
      calls.accept(caller, wanted, key, { ...occasion, sent: { text, fileIds } }),
    ).catch((error: unknown) => {
      throw isUnknownAgent(error) ? createUnknownModelError(asked.model) : error;
    });
    if (asked.cancelsOnDisconnect) this.#cancelOnDisconnect({ caller, request, reply }, accepted.runId);
    return accepted;
  }

  /** Waits for the end of a run and returns its result. @throws AppError 422 for a run that did not complete */
  async getCompleted(caller: Caller, { runId, replayed }: Accepted): Promise<ExecutionResult> {
    const { calls } = this.#options;
    const result = replayed ? await calls.getResult(caller, runId) : await calls.getOutcome(caller, runId);
    if (result.status === "queued" || result.status === "running")
      throw new AppError(409, "idempotency_in_flight", "The run of this Idempotency-Key has not ended yet");
    if (!result.success) throw createRunError(result);
    return result;
  }

  /** Stops a run if its client disconnects before the reply is complete. Without this, the run continues and is charged. */
  #cancelOnDisconnect({ caller, request, reply }: Exchange, runId: string): void {
    reply.raw.once("close", () => {
      if (reply.raw.writableFinished) return;
      this.#options.calls
        .cancel(caller, runId)
        .catch((err: unknown) => request.log.warn({ err, runId }, "failed to cancel a run without a client"));
    });
  }

  async #requireJson(
    { accountId }: Caller,
    { agentId, version, model }: { agentId: number; version: number | undefined; model: string },
    properties: readonly string[],
  ): Promise<void> {
    const agent = await this.#options.agents.find(agentId, { callerAccountId: accountId, version });
    if (!agent) throw createUnknownModelError(model);
    requireProperties(agent, properties);
  }

  /** Starts a run with the files of a message. Removes the files that it has stored if no run has started. */
  async #withFiles(
    caller: Caller,
    sent: readonly MessageFile[],
    accept: (fileIds: readonly string[]) => Promise<Accepted>,
  ): Promise<Accepted> {
    const { files } = this.#options;
    const stored: string[] = [];
    let accepted: Accepted | undefined;
    try {
      const ids: string[] = [];
      for (const file of sent) {
        if ("id" in file) {
          ids.push(file.id);
          continue;
        }
        const { id } = await files.storeFile(caller, file);
        stored.push(id);
        ids.push(id);
      }
      accepted = await accept(ids);
      return accepted;
    } finally {
      if (!accepted || accepted.replayed) for (const id of stored) await files.removeFile(caller, id);
    }
  }
}

const isUnknownAgent = (error: unknown) =>
  error instanceof AppError && error.status === 404 && error.message === "Agent not found";
