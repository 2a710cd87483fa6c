import type { IncomingMessage } from "node:http";
import { AgentId, ExecuteRequest, LIMITS } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../../../platform/http/app-error.ts";
import { EXCESS_TEXTS, findExcess } from "../../../platform/http/json-depth.ts";
import { parsePart } from "../../../platform/http/mount.ts";
import {
  defineRunRoute,
  type ReachableRun,
  type RunCall,
} from "../../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { RouteRefusal, toRouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { LiveRun, LiveRuns } from "../live/live-run.ts";
import type { AgentCallEvent } from "../live/run-feed.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { CalledRuns } from "./called-runs.ts";

export interface AgentRouteOptions {
  live: LiveRuns;
  trials: TrialRuns;
  calledRuns: CalledRuns;
  memory: MemoryBudget;
  log: FastifyBaseLogger;
}

interface CallingRun extends ReachableRun {
  live: LiveRun;
}

/** The known facts about a call, for its entry in the trace. */
type Progress = Pick<AgentCallEvent, "agent_id" | "agent_name" | "run_id">;

const ADDRESS = /^\/agents\/(\d{1,10})\/invoke$/;

const RUN_ENDED = new RouteRefusal("This run has ended.", { status: 403, code: "forbidden" });
/** An upload is tried before anyone runs it, so no account could pay for the call. */
const IN_TRIAL = new RouteRefusal("The trial run of an upload cannot call other agents.", {
  status: 503,
  code: "at_capacity",
});
const BODY_TOO_LARGE = new RouteRefusal(
  `The input of an agent can have at most ${LIMITS.inputMaxBytes} bytes.`,
  {
    status: 413,
    code: "too_large",
  },
);

/** Creates the route through which agents call other agents: `POST /agents/<id>/invoke`. */
export function createAgentRoute({ live, trials, calledRuns, memory, log }: AgentRouteOptions): RunRoute {
  return defineRunRoute<CallingRun>({
    path: "/agents",
    runs: {
      find: (runId) => {
        const run = live.get(runId);
        return run && { live: run, signal: run.over, track: (call) => run.endAfter(call) };
      },
      recordTrialCall: (runId) => trials.reachOutside(runId),
    },
    noRun: RUN_ENDED,
    inTrial: IN_TRIAL,
    maxBody: LIMITS.inputMaxBytes,
    tooLarge: BODY_TOO_LARGE,
    memory,
    log,
    handle: (call) => callAgent(calledRuns, call),
  });
}

async function callAgent(calledRuns: CalledRuns, call: RunCall<CallingRun>): Promise<void> {
  const startedAt = performance.now();
  const run = call.run.live;
  let progress: Progress | undefined;
  const emitEvent = (ending: Pick<AgentCallEvent, "outcome" | "reason">) => {
    const duration_ms = Math.round(performance.now() - startedAt);
    if (progress) run.feed.append({ kind: "agent_call", payload: { ...progress, ...ending, duration_ms } });
  };
  try {
    const agentId = parseAgentId(call.request);
    const isDeclared = run.terms.agent.calledAgents.includes(agentId);
    // The agent's code chooses an undeclared number, so the number could contain the caller's data.
    progress = { agent_id: isDeclared ? agentId : null, agent_name: null, run_id: null };
    // Read the body before any refusal: a reply that is sent before the body has arrived is lost on its way into the
    // sandbox.
    const input = parseInput(await call.readBody());
    if (!isDeclared) throw createUndeclaredError(agentId);
    const request = parsePart(ExecuteRequest, input);
    const started = await calledRuns.start(run, { agentId, request, signal: call.signal });
    progress.run_id = started.runId;
    progress.agent_name = started.agentName;
    const answer = await started.answer;
    call.response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    emitEvent(
      answer.success ? { outcome: "answered", reason: null } : { outcome: "failed", reason: answer.detail },
    );
  } catch (error) {
    const refusal = toRefusal(error);
    emitEvent({ outcome: progress?.run_id == null ? "refused" : "failed", reason: refusal.message });
    throw refusal;
  }
}

/**
 * Parses the input of a call. The limits are the same as for a run that a person starts.
 * @throws AppError 400 if the input is not valid JSON or exceeds a limit.
 */
function parseInput(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new AppError(
      400,
      "malformed_json",
      "The request is not valid JSON. Send an object with input_data.",
    );
  }
  const excess = findExcess(value);
  if (excess) throw new AppError(400, "invalid_request", `${EXCESS_TEXTS[excess]}.`);
  return value;
}

function createUndeclaredError(agentId: number): AppError {
  return new AppError(
    403,
    "forbidden",
    `This agent does not declare that it calls agent ${agentId}. Add that number to the agents that its file declares.`,
  );
}

function parseAgentId({ method, url }: IncomingMessage): number {
  const id = AgentId.safeParse(ADDRESS.exec(url ?? "")?.[1]);
  if (!id.success) throw new AppError(404, "not_found", "The path must be /agents/<agent_id>/invoke.");
  if (method !== "POST")
    throw new AppError(405, "invalid_request", "Use POST to call another agent.", {
      headers: { allow: "POST" },
    });
  return id.data;
}

function toRefusal(error: unknown): RouteRefusal {
  if (error instanceof RouteRefusal) return error;
  if (error instanceof AppError) return toRouteRefusal(error);
  return new RouteRefusal("Something went wrong on our side. Please try again.", {
    status: 500,
    code: "internal",
    cause: error,
  });
}
