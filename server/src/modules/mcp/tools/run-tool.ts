import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { type Agent, type ExecutionResult, type Json, RunRequest } from "@stoa/contract";
import type { FastifyBaseLogger } from "fastify";
import type * as z from "zod";
import { parsePart } from "../../../platform/http/mount.ts";
import type { AgentDirectory } from "../../catalog/index.ts";
import type { RunCalls } from "../../runs/index.ts";
import { knowsResourceLinks, type McpCall } from "../call.ts";
import type { Cancellations } from "../cancellations.ts";
import { hasInlineFile, type StoreFile, storeInlineFiles } from "./file-arguments.ts";
import { createInputSchema } from "./input-schema.ts";
import { ProgressReports } from "./progress.ts";
import { toToolResult } from "./run-result.ts";

/** The arguments of a tool as a client sends them. */
export type ToolArguments = Record<string, unknown>;

export interface RunToolDeps {
  directory: AgentDirectory;
  calls: RunCalls;
  storeFile: StoreFile;
  cancellations: Cancellations;
  log: FastifyBaseLogger;
}

/** A call of a tool that runs an agent. */
export interface RunToolCall {
  call: McpCall;
  context: ServerContext;
  /** Whether the client speaks protocol 2026-07-28, in which a client cancels a call by closing its connection. */
  isModern: boolean;
}

type Result = z.input<typeof ExecutionResult>;

/** How long a cancelled call waits for the end of its run, which usually takes milliseconds. */
const CANCELLED_WAIT_MS = 5_000;

/** Answers `run_agent`. @throws AppError if no run can start */
export async function runAnyAgent(
  deps: RunToolDeps,
  on: RunToolCall,
  given: ToolArguments,
): Promise<CallToolResult> {
  const request = parsePart(RunRequest, given);
  const { caller } = on.call;
  if (hasInlineFile(request.input_data)) {
    const agent = await deps.directory.get(request.agent_id, caller);
    const { storeFile } = deps;
    request.input_data = await storeInlineFiles(storeFile, caller, request.input_data, agent.input_params);
  }
  return runAgent(deps, on, request);
}

/** Answers the tool of one agent, whose arguments are the agent's input. @throws AppError if no run can start */
export async function runOneAgent(
  deps: RunToolDeps,
  on: RunToolCall,
  agent: Pick<Agent, "id" | "input_params">,
  given: ToolArguments,
): Promise<CallToolResult> {
  const { maxCostName } = createInputSchema(agent.input_params);
  const { [maxCostName]: maxCost, ...input } = given;
  const request = parsePart(RunRequest, {
    agent_id: agent.id,
    input_data: input,
    ...(maxCost !== undefined && { max_cost: maxCost }),
  });
  const files: Record<string, Json> = request.input_data;
  request.input_data = await storeInlineFiles(deps.storeFile, on.call.caller, files, agent.input_params);
  return runAgent(deps, on, request);
}

async function runAgent(deps: RunToolDeps, on: RunToolCall, request: RunRequest): Promise<CallToolResult> {
  const { call, context, isModern } = on;
  const run = async (signal: AbortSignal) =>
    toToolResult(await execute(deps, on, request, signal), {
      knowsLinks: isModern || knowsResourceLinks(call),
    });
  return isModern
    ? run(context.mcpReq.signal)
    : deps.cancellations.track(call, context.mcpReq.id, (signal) => run(signal));
}

/** Starts a run and waits for its end. The run is cancelled when the signal is aborted. */
async function execute(
  { calls, log }: RunToolDeps,
  { call, context }: RunToolCall,
  request: RunRequest,
  signal: AbortSignal,
): Promise<Result> {
  const { caller } = call;
  const { runId } = await calls.accept(caller, request, undefined);
  const cancel = () => {
    calls.cancel(caller, runId).catch((err: unknown) => log.error({ err }, "failed to cancel a run"));
  };
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  try {
    const token = context.mcpReq._meta?.progressToken;
    if (token === undefined) return await calls.getOutcome(caller, runId);
    const reports = new ProgressReports(context, token);
    for await (const event of calls.follow(caller, runId, 0, signal)) {
      if (event.event === "result") return event.data;
      await reports.report(event);
    }
    return await calls.waitForResult(caller, runId, CANCELLED_WAIT_MS);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
