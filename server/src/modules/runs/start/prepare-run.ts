import { grantNeededText, hostsNeededText, LIMITS, type RunRequest, usdToNano } from "@stoa/contract";
import { getRuntimeName, type HistoryMessage, type JobFile } from "@stoa/runtime/protocol";
import type { Supervisor } from "@stoa/runtime/supervisor";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunnableAgent, RunnableAgents } from "../../catalog/index.ts";
import type { ConnectorGrants } from "../../connectors/index.ts";
import { countInput } from "../live/text-metering.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunContents } from "../run-contents.ts";
import type { RunFiles } from "../run-files.ts";
import { findVisitorProblem } from "./embed-problem.ts";
import { findFileIds, requireFiles } from "./file-inputs.ts";
import type { KnownPaths } from "./known-paths.ts";
import { checkMessageFiles, receiveEarlierFiles } from "./message-files.ts";
import { openConversation, readConversation, receiveEarlier } from "./open-conversation.ts";
import { checkInput, getTask, toReplyForm } from "./run-input.ts";
import { type CallerLimit, estimateHold, limitTokens, type RunTerms, toChargeTerms } from "./run-terms.ts";
import { placeMessage, type SentMessage } from "./sent-message.ts";

export interface PrepareOptions {
  db: Database;
  contents: RunContents;
  knownPaths: KnownPaths;
  agents: RunnableAgents;
  files: Pick<RunFiles, "requireFiles" | "findFiles">;
  bounds: Pick<RunBounds, "ownRunCap" | "defaultOutputTokens">;
  /** The models that this server currently offers. */
  models: { findModel(name: string): unknown };
  /** Returns the maximum cost of a run whose request does not state one, in nano-USD. */
  getUnconfirmedRunLimit: (accountId: string) => Promise<bigint>;
}

/** The context in which a run starts. */
export interface RunOccasion {
  /**
   * Whether another run called this one. If so, the cap of the root run applies, and no person is there to agree to a
   * higher cap.
   */
  isCalled?: boolean;
  /**
   * The files that the calling run may read. It can pass on these files only, so that an agent cannot reach files that its
   * caller did not give it.
   */
  readable?: ReadonlyMap<string, JobFile>;
  /**
   * The rest of the budget that the run belongs to, such as a schedule's, in nano-USD. It can lower the other limits
   * but never raises them.
   */
  budgetLeft?: bigint;
  /**
   * The earlier messages of a conversation that the caller keeps, the oldest first. Only agents that get earlier messages
   * receive them, and only then they count as input.
   */
  earlier?: readonly HistoryMessage[];
  /** The maximum number of tokens of the run besides its input, if the caller limits them. Lowers the cost limit. */
  maxOutputTokens?: number;
  /** A message whose sender does not know the names of the agent's inputs, in addition to the request's input. */
  sent?: SentMessage;
}

/**
 * Reads the agent, checks and counts the input, and fixes the terms of a run. Writes nothing.
 * @throws AppError 404 for an agent that this caller cannot run, 403 for a suspended agent, 400 for an invalid input,
 * 413 or 429 for an input whose tokens cannot be counted now, and the errors of `readConversation` and `openConversation`
 */
export async function prepareRun(
  options: PrepareOptions,
  caller: Caller,
  request: RunRequest,
  { isCalled = false, readable, budgetLeft, earlier, maxOutputTokens, sent }: RunOccasion = {},
): Promise<RunTerms> {
  const { agents, files, bounds, getUnconfirmedRunLimit } = options;
  const callerAccountId = caller.accountId;
  const [agent, limit, stored] = await Promise.all([
    agents.find(request.agent_id, { callerAccountId, version: request.version }),
    readCallerLimit(),
    readConversation(options, caller, request),
  ]);
  if (!agent) throw notFound("Agent");
  const conversation = stored && (await openConversation(options, stored, agent, callerAccountId));
  const isReply = agent.entry.kind === "workflow" && conversation?.state !== undefined;
  const form = isReply ? toReplyForm(agent) : agent;
  const input = checkInput(form, sent ? placeMessage(form, request.input_data, sent) : request.input_data);
  const fileIds = findFileIds(agent, input, readable);
  const givenFiles = await requireFiles(files, caller, fileIds);
  if (agent.entry.messageFiles) checkMessageFiles(givenFiles);
  const received = await receiveEarlierFiles(files, caller, conversation?.history ?? [], givenFiles);
  const messageTokens = await countInput(input, callerAccountId);
  const given = earlier && (await receiveEarlier(earlier, agent.entry, callerAccountId));
  const inputTokens = messageTokens + (conversation?.tokens ?? 0) + (given?.tokens ?? 0);
  const { ownRunCap } = bounds;
  const charge = limitTokens(
    toChargeTerms(agent, {
      callerAccountId,
      limit: getLowerLimit(limit, conversation?.budgetLeft),
      ownRunCap,
    }),
    maxOutputTokens === undefined ? undefined : inputTokens + maxOutputTokens,
  );
  const usual = { p95Tokens: agent.p95Tokens, defaultOutputTokens: bounds.defaultOutputTokens };
  return {
    ...charge,
    caller,
    agent,
    input,
    files: [...givenFiles, ...received.files],
    conversation: conversation && { ...conversation, history: received.history, messageTokens },
    earlier: given?.history ?? [],
    task: getTask(input),
    inputTokens,
    hold: estimateHold(charge, inputTokens, usual),
    timeoutSeconds: request.timeout ?? LIMITS.runTimeoutDefaultSeconds,
  };

  async function readCallerLimit(): Promise<CallerLimit | undefined> {
    return getLowerLimit(await readOwnLimit(), budgetLeft);
  }

  async function readOwnLimit(): Promise<CallerLimit | undefined> {
    if (request.max_cost !== undefined) return { amount: usdToNano(request.max_cost), setBy: "request" };
    if (isCalled) return undefined;
    return { amount: await getUnconfirmedRunLimit(callerAccountId), setBy: "account" };
  }
}

/** Returns the limit, or the rest of a budget if that is lower. */
function getLowerLimit(
  limit: CallerLimit | undefined,
  budgetLeft: bigint | undefined,
): CallerLimit | undefined {
  return budgetLeft !== undefined && (limit === undefined || budgetLeft < limit.amount)
    ? { amount: budgetLeft, setBy: "spending_limit" }
    : limit;
}

/** @throws AppError 503 if the agent names a model that this server does not currently offer */
export function requireModels({ models }: Pick<PrepareOptions, "models">, { agent }: RunTerms): void {
  const missing = agent.models.find((name) => models.findModel(name) === undefined);
  if (missing === undefined) return;
  throw new AppError(
    503,
    "model_unavailable",
    `This agent needs the model ${missing}, which this server does not offer right now. Nothing was charged. Try again later.`,
  );
}

/** @throws AppError 503 with the reason if this server cannot run agents of this framework */
export function requireRuntime(supervisor: Supervisor, { agent }: RunTerms): void {
  const status = supervisor.getStatus(getRuntimeName(agent.framework, agent.entry));
  if (!status.available) throw new AppError(503, "runtime_unavailable", `${status.reason} ${status.remedy}`);
}

/** The permissions that callers grant to agents: to use their connectors, and to reach hosts. */
export interface RunGrants {
  connectors: Pick<ConnectorGrants, "getStanding">;
  hosts: {
    /** Returns all hosts of an agent if this caller must still allow some of them, and otherwise an empty list. */
    findMissing(
      caller: Caller,
      wanted: Pick<RunnableAgent, "agentId" | "ownerAccountId" | "hosts">,
    ): Promise<readonly string[]>;
  };
}

/**
 * Checks the caller's grants. An agent without connectors and hosts needs no grants.
 * @throws AppError 403 that names the first connector, or the hosts, for which the caller has not granted access to
 * this version of the agent
 */
export async function requireGrants(grants: RunGrants, terms: RunTerms): Promise<void> {
  if (terms.caller.isVisitor) {
    const reason = findVisitorProblem(terms.agent, terms.caller.accountId);
    if (reason !== undefined) throw new AppError(403, "forbidden", reason);
    return;
  }
  await requireConnectors(grants.connectors, terms);
  if (terms.agent.hosts.length === 0) return;
  const hosts = await grants.hosts.findMissing(terms.caller, terms.agent);
  if (hosts.length > 0) throw new AppError(403, "grant_needed", hostsNeededText(hosts), { hosts });
}

/** Requires grants for the agent's connectors. The agent's owner needs them like every other caller. */
async function requireConnectors(
  grants: RunGrants["connectors"],
  { caller, agent }: RunTerms,
): Promise<void> {
  if (agent.connectors.length === 0) return;
  const { agentId, ownerAccountId, connectors } = agent;
  const standing = await grants.getStanding({
    userId: caller.userId,
    agentId,
    agentOwnerAccountId: ownerAccountId,
    uses: connectors,
  });
  const needs = standing.filter(({ state }) => state !== "granted");
  const [first] = needs;
  if (first) throw new AppError(403, "grant_needed", grantNeededText(first), { needs });
}
