import { ErrorCode, type RunSettings, type RunTrace } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunnableAgents } from "../../catalog/index.ts";
import { recordLogRead } from "../live/live-store.ts";
import type { RunContents } from "../run-contents.ts";
import { type AgentCode, filterText, filterTraceback, removeRuntimeFailure } from "./developer-view.ts";
import { readRunSettings, writeRunSettings } from "./run-settings-store.ts";
import { traceEntries, type Words } from "./trace-entries.ts";
import {
  readTracedCalls,
  readTracedEvents,
  readTracedRun,
  setShared,
  type TracedRun,
} from "./trace-store.ts";
import { isLogWithheld } from "./withheld-log.ts";

/** How many events, and how many calls, a trace shows. Nobody reads more, and the reply stays below a few MB. */
const MAX_ENTRIES = 1_000;

export interface TraceOptions {
  db: Database;
  contents: RunContents;
  agents: Pick<RunnableAgents, "getCode">;
}

/** Returns the traces of runs to the people who may see them (docs/decisions/traces.md). */
export class TraceService {
  readonly #db: Database;
  readonly #contents: RunContents;
  readonly #agents: Pick<RunnableAgents, "getCode">;

  constructor({ db, contents, agents }: TraceOptions) {
    this.#db = db;
    this.#contents = contents;
    this.#agents = agents;
  }

  /** @throws AppError 404 if the run belongs neither to this caller nor to one of their agents */
  async trace(caller: Caller, runId: string): Promise<RunTrace> {
    const access = { db: this.#db, contents: this.#contents };
    const found = await readTracedRun(access, runId, caller.accountId);
    if (!found) throw notFound("Run");
    const isCaller = found.account_id === caller.accountId;
    const isDeveloper = found.developer_account_id === caller.accountId;
    const mayReadContents = isCaller || found.shared;
    const owner = { id: runId, accountId: found.account_id };
    const limit = MAX_ENTRIES + 1;
    const [events, calls, code] = await Promise.all([
      readTracedEvents(access, owner, limit),
      readTracedCalls(access, owner, { withContent: isDeveloper && mayReadContents, limit }),
      mayReadContents ? undefined : this.#agents.getCode(found.version_id),
    ]);
    const run = isCaller && events.length > 0 ? await this.#recordRead(caller, found) : found;
    const words = createTextFilter(code, !isDeveloper && run.ended && isLogWithheld(run));
    return {
      run_id: run.id,
      reader: isCaller ? (isDeveloper ? "both" : "caller") : "developer",
      status: run.status,
      started_at: run.created_at.toISOString(),
      execution_time: (run.ended ? run.execution_ms : Date.now() - run.created_at.getTime()) / 1000,
      agent: { id: run.agent_id, name: run.agent_name, version: run.version },
      entries: traceEntries(run.created_at, events.slice(0, MAX_ENTRIES), calls.slice(0, MAX_ENTRIES), {
        words,
        mayReadItems: isDeveloper && mayReadContents,
      }),
      is_cut: events.length > MAX_ENTRIES || calls.length > MAX_ENTRIES,
      is_expired: run.is_expired,
      shared: run.shared,
      content: mayReadContents && run.input !== null ? { input: run.input, output: run.output } : null,
      failure: getFailure(run, isDeveloper, code),
    };
  }

  /** Records that the caller of an active run reads the agent's log entries. @returns the run as it is afterwards */
  async #recordRead(caller: Caller, run: TracedRun): Promise<TracedRun> {
    if (run.ended || (await recordLogRead(this.#db, run.id))) return run;
    const access = { db: this.#db, contents: this.#contents };
    return (await readTracedRun(access, run.id, caller.accountId)) ?? run;
  }

  /** @throws AppError 404 for a run of another account */
  async share(caller: Caller, runId: string, shared: boolean): Promise<{ shared: boolean }> {
    if (!(await setShared(this.#db, runId, caller.accountId, shared))) throw notFound("Run");
    return { shared };
  }

  getSettings(caller: Caller): Promise<RunSettings> {
    return readRunSettings(this.#db, caller.accountId);
  }

  changeSettings(caller: Caller, settings: RunSettings): Promise<RunSettings> {
    return writeRunSettings(this.#db, caller.accountId, settings);
  }
}

/** Returns the filter for the agent's text: it shows nothing, only text from the agent's own code, or everything. */
function createTextFilter(code: AgentCode | undefined, isWithheld: boolean): Words {
  if (isWithheld) return () => null;
  return code === undefined ? (text) => text : (text) => filterText(code, text);
}

/** Returns the failure of a run. With `code`, shows only parts that the agent's own code contains. */
function getFailure(run: TracedRun, isDeveloper: boolean, code: AgentCode | undefined): RunTrace["failure"] {
  if (run.error_code === null) return null;
  const error = ErrorCode.catch("internal").parse(run.error_code);
  const { error_detail: detail, developer_detail: traceback } = run;
  if (code === undefined) return { error, detail, traceback: isDeveloper ? traceback : null };
  return {
    error,
    // Only an agent's own exception can repeat what the caller wrote. Stoa wrote the other messages.
    detail: detail !== null && error === "agent_failed" ? removeRuntimeFailure(detail) : detail,
    traceback: traceback === null ? null : filterTraceback(code, traceback),
  };
}
