import type { AuditEntry, AuditLog, AuditQuery, SuspensionReply } from "@stoa/contract";
import { type AuditRow, readAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { isOperator } from "./account-owner-store.ts";

/** The actions that operators can take on agents. The catalog provides them. */
export interface AgentModeration {
  suspend(agentId: number, actor: string, reason: string): Promise<AgentAct | undefined>;
  restore(agentId: number, actor: string): Promise<AgentAct | undefined>;
}

interface AgentAct {
  name: string;
  changed: boolean;
}

/** Serves operators through the API. The role is looked up for each request. */
export class Operators {
  readonly #db: Database;
  readonly #agents: AgentModeration;

  constructor(db: Database, agents: AgentModeration) {
    this.#db = db;
    this.#agents = agents;
  }

  /** Throws AppError 403 unless the caller is an operator. */
  async listAuditEntries(caller: Caller, { limit, cursor, action, subject }: AuditQuery): Promise<AuditLog> {
    await this.#requireRole(caller);
    const rows = await readAuditLog(this.#db, {
      limit: limit + 1,
      ...(cursor !== undefined && { before: cursor }),
      ...(action !== undefined && { action }),
      ...(subject !== undefined && { subjects: [subject] }),
    });
    const shown = rows.slice(0, limit);
    return {
      entries: shown.map(presentEntry),
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Throws AppError 403 unless the caller is an operator, and 404 if the agent does not exist. */
  async suspendAgent(caller: Caller, agentId: number, reason: string): Promise<SuspensionReply> {
    await this.#requireRole(caller);
    return reply(agentId, true, await this.#agents.suspend(agentId, caller.userId, reason));
  }

  /** Throws AppError 403 unless the caller is an operator, and 404 if the agent does not exist. */
  async restoreAgent(caller: Caller, agentId: number): Promise<SuspensionReply> {
    await this.#requireRole(caller);
    return reply(agentId, false, await this.#agents.restore(agentId, caller.userId));
  }

  async #requireRole({ userId }: Caller): Promise<void> {
    if (!(await isOperator(this.#db, userId)))
      throw new AppError(403, "forbidden", "Only operators of this server can do this");
  }
}

function reply(agent_id: number, suspended: boolean, act: AgentAct | undefined): SuspensionReply {
  if (!act) throw notFound("Agent");
  return { agent_id, name: act.name, suspended, changed: act.changed };
}

function presentEntry({ at, ...row }: AuditRow): AuditEntry {
  return { ...row, created_at: at.toISOString() };
}
