import {
  type Agent,
  type RunLink,
  type RunLinkState,
  SHARED_RUN_TEXTS,
  type SharedRun,
} from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { createLink, deleteLink, findLink, findSharedAt } from "./link-store.ts";
import { findRun, type LinkedRun, type OpenContents } from "./run-store.ts";
import { type CreateLinks, readSharedFiles } from "./shared-files.ts";

export interface SharedRunsOptions {
  db: Database;
  contents: OpenContents;
  /** Returns a link to a file's content that works for a short time. The files module provides it. */
  createFileLinks: CreateLinks;
  /** Returns an agent as visitors see it; undefined if visitors cannot see it. The catalog provides it. */
  findPublicAgent: (agentId: number) => Promise<Pick<Agent, "id" | "name"> | undefined>;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
}

/** Shares runs by link. Everyone who has the link of a run can read it. */
export class SharedRuns {
  readonly #options: SharedRunsOptions;

  constructor(options: SharedRunsOptions) {
    this.#options = options;
  }

  /** @throws AppError 404 if the caller has no such run */
  async getLink(caller: Caller, runId: string): Promise<RunLinkState> {
    await this.#require(caller, runId);
    const sharedAt = await findSharedAt(this.#options.db, runId, caller.accountId);
    return { shared_at: sharedAt?.toISOString() ?? null };
  }

  /**
   * Creates a link to a run, and revokes the earlier link.
   * @throws AppError 404 if the caller has no such run, 409 if there is nothing that may be shared
   */
  async share(caller: Caller, runId: string): Promise<RunLink> {
    const problem = findProblem(await this.#require(caller, runId));
    if (problem !== undefined) throw new AppError(409, "conflict", problem);
    const token = await createLink(this.#options.db, runId, caller);
    return { url: `${this.#options.publicUrl}/shared-runs/${token}` };
  }

  /** Revokes the link. @throws AppError 404 if the caller has no such run */
  async unshare(caller: Caller, runId: string): Promise<void> {
    await this.#require(caller, runId);
    await deleteLink(this.#options.db, runId, caller.accountId);
  }

  /** @throws AppError 404 for an unknown or revoked link, deleted content, or a suspended agent */
  async read(token: string): Promise<SharedRun> {
    const { db, findPublicAgent, createFileLinks } = this.#options;
    const link = await findLink(db, token);
    const run = link && (await findRun(this.#options, link.run_id, link.account_id));
    if (!run || run.input === null || run.isAgentSuspended) throw notFound("Shared run");
    const [agent, { input, artifacts }] = await Promise.all([
      findPublicAgent(run.agentId),
      readSharedFiles(db, run, run.input, createFileLinks),
    ]);
    return {
      agent: agent ? { id: agent.id, name: agent.name } : null,
      status: run.status,
      input_data: input,
      agent_output: run.output,
      artifacts,
      created_at: run.startedAt.toISOString(),
      shared_at: link.shared_at.toISOString(),
    };
  }

  async #require(caller: Caller, runId: string): Promise<LinkedRun> {
    const run = await findRun(this.#options, runId, caller.accountId);
    if (!run) throw notFound("Run");
    return run;
  }
}

/** Returns why a run cannot be shared; undefined if it can. */
function findProblem({ endedAt, parentId, status, input, output }: LinkedRun): string | undefined {
  if (endedAt === null) return SHARED_RUN_TEXTS.active;
  if (parentId !== null) return SHARED_RUN_TEXTS.calledByAgent;
  if (input === null) return SHARED_RUN_TEXTS.contentDeleted;
  // A failed run has an error, which can repeat parts of the agent's code.
  if (status === "failed" || output === null) return SHARED_RUN_TEXTS.noOutput;
  return undefined;
}
