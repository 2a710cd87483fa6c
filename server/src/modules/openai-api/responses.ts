import { invalidField } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { FollowableTurn } from "../conversations/index.ts";
import type { RunCalls } from "../runs/index.ts";
import { toModelId } from "./model-names.ts";
import type { AgentRequest } from "./request-fields.ts";
import { presentResponse } from "./response-answer.ts";

export interface ResponsesOptions {
  calls: RunCalls;
  /** Returns the turn of a conversation that a run is. The conversations module provides it. */
  findTurnOfRun(caller: Caller, runId: string): Promise<FollowableTurn | undefined>;
}

const toRunId = (responseId: string) => responseId.slice("resp_".length);

/** Continues, reads and stops the responses that runs have given. */
export class Responses {
  readonly #options: ResponsesOptions;

  constructor(options: ResponsesOptions) {
    this.#options = options;
  }

  /**
   * Returns a request as the next turn after the response that it continues, if it continues one.
   * @throws AppError 400 for a response that the caller has not started
   */
  async continue(
    caller: Caller,
    asked: AgentRequest,
    previousId: string | null | undefined,
  ): Promise<AgentRequest> {
    if (!previousId) return asked;
    const turn = await this.#options.findTurnOfRun(caller, toRunId(previousId));
    if (!turn)
      throw invalidField("previous_response_id", `Previous response with id '${previousId}' not found`);
    return { ...asked, conversationId: turn.conversationId, parentTurn: turn.turn };
  }

  /** @throws AppError 404 for a response of another account */
  async get(caller: Caller, id: string) {
    const { calls } = this.#options;
    const runId = toRunId(id);
    const result = await calls.getResult(caller, runId);
    const view = {
      runId,
      echo: { model: toModelId(result.metadata.agent_id), background: true },
      createdAt: Date.parse(result.metadata.timestamp) - result.execution_time * 1000,
    };
    return presentResponse(view, { result, inputTokens: await calls.readInputTokens(runId) });
  }

  /** Stops the run of a response, and returns the response. @throws AppError 404 for a response of another account */
  async cancel(caller: Caller, id: string) {
    await this.#options.calls.cancel(caller, toRunId(id));
    return this.get(caller, id);
  }
}
