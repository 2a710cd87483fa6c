import type { IncomingMessage, ServerResponse } from "node:http";
import { AgentId, ExecuteRequest } from "@stoa/contract";
import type { Door } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../../../platform/http/app-error.ts";
import { parsePart } from "../../../platform/http/mount.ts";
import type { LiveRun, LiveRuns } from "../live/live-run.ts";
import type { AgentCallNews } from "../live/run-feed.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import { readCallBody } from "./call-body.ts";
import { answerRefusal } from "./call-refusal.ts";
import type { CalledRuns } from "./called-runs.ts";

export interface AgentDoorOptions {
  live: LiveRuns;
  trials: TrialRuns;
  calledRuns: CalledRuns;
  log: FastifyBaseLogger;
}

/** What is known of a call so far, for the trace. */
type Progress = Pick<AgentCallNews, "agent_id" | "agent_name" | "run_id">;

const ADDRESS = /^\/agents\/(\d{1,10})\/invoke$/;

/** An upload is tried before anybody runs it, so there is nobody who would pay. */
const trialRefusal = () =>
  new AppError(503, "at_capacity", "This is the trial run of an upload: no other agent is run in it.");

/** Creates the gateway's route through which agents call other agents: `POST /agents/<id>/invoke`. */
export function createAgentDoor({ live, trials, calledRuns, log }: AgentDoorOptions): Door {
  const serve = async (
    run: LiveRun,
    agentId: number,
    progress: Progress,
    given: unknown,
    response: ServerResponse,
  ): Promise<Pick<AgentCallNews, "outcome" | "reason">> => {
    const body = parsePart(ExecuteRequest, given);
    const call = await calledRuns.start(run, { agentId, request: body, signal: whenLeft(response) });
    progress.run_id = call.runId;
    progress.agent_name = call.agentName;
    const answer = await call.answer;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    return answer.success
      ? { outcome: "answered", reason: null }
      : { outcome: "failed", reason: answer.detail };
  };

  return async (session, request, response) => {
    if (session.trial) {
      trials.reachOutside(session.runId);
      return answerRefusal(request, response, trialRefusal());
    }
    const startedAt = performance.now();
    const run = live.get(session.runId);
    let progress: Progress | undefined;
    const note = (ending: Pick<AgentCallNews, "outcome" | "reason">) => {
      const duration_ms = Math.round(performance.now() - startedAt);
      if (progress) run?.feed.note({ kind: "agent_call", payload: { ...progress, ...ending, duration_ms } });
    };
    try {
      if (!run) throw new AppError(403, "forbidden", "This run has ended.");
      const agentId = agentOf(request);
      const isDeclared = run.facts.calledAgents.includes(agentId);
      /** A number that the version does not declare is the agent's own: it could carry what its caller wrote. */
      progress = { agent_id: isDeclared ? agentId : null, agent_name: null, run_id: null };
      /** Before any refusal: one that overtakes the body is lost on its way into the sandbox. */
      const given = await readCallBody(request);
      if (!isDeclared) throw undeclared(agentId);
      note(await serve(run, agentId, progress, given, response));
    } catch (error) {
      const refusal = asRefusal(error, log);
      note({ outcome: progress?.run_id == null ? "refused" : "failed", reason: refusal.message });
      answerRefusal(request, response, refusal);
    }
  };
}

function undeclared(agentId: number): AppError {
  return new AppError(403, "forbidden", `This agent does not declare that it calls agent ${agentId}.`);
}

function agentOf({ method, url }: IncomingMessage): number {
  const id = AgentId.safeParse(ADDRESS.exec(url ?? "")?.[1]);
  if (!id.success)
    throw new AppError(404, "not_found", "Other agents are called at /agents/<number>/invoke.");
  if (method !== "POST")
    throw new AppError(405, "invalid_request", "Other agents are called by POST.", {
      headers: { allow: "POST" },
    });
  return id.data;
}

/** Aborts where the agent goes before it has its answer. */
function whenLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}

function asRefusal(error: unknown, log: FastifyBaseLogger): AppError {
  if (error instanceof AppError) return error;
  log.error({ err: error }, "a call of another agent failed on our side");
  return new AppError(500, "internal", "Something went wrong on our side.");
}
