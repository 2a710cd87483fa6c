import { setTimeout as delay } from "node:timers/promises";
import type { UsageHistory, UsageRecord } from "@stoa/contract";
import { findAgent } from "../agent-name.ts";
import { createUsageError } from "../errors.ts";
import { formatCount, formatSeconds, formatTime, formatUsd, shorten } from "../format.ts";
import { printTrace } from "../run-trace.ts";
import { openSession, type ServerOption, type Session } from "../session.ts";
import { outputStyles, printJsonLine, printLine, printNote, toPrintable } from "../terminal.ts";

export interface LogsOptions extends ServerOption {
  follow?: boolean;
  status?: "success" | "error";
  limit: number;
  json?: boolean;
}

/** The pause between two requests of `--follow`: 12 requests per minute, of which a free plan has 1,200. */
const FOLLOW_MS = 5_000;
/** The largest page of a list. */
const PAGE = 100;
const RUN_ID = /^run_[0-9a-f]{32}$/;
/** The columns of agents and messages leave room for the others in a wide terminal. */
const NAME_LENGTH = 30;
const TASK_LENGTH = 60;

/**
 * Shows ended runs, the oldest first: all runs of an agent if it is the user's own, otherwise the user's runs. For the
 * ID of a run, shows what happened in it.
 */
export async function showLogs(target: string | undefined, options: LogsOptions): Promise<void> {
  const session = openSession(options);
  if (target !== undefined && RUN_ID.test(target)) {
    if (options.follow || options.status)
      throw createUsageError("--follow and --status are for lists of runs.");
    return printTrace(session, target, options.json ?? false);
  }
  const list = await createList(session, target, options);
  const limit = Math.min(options.limit, PAGE);
  const records = await list(options.follow ? PAGE : limit);
  for (const record of records.slice(0, limit).reverse()) printRecord(record, options);
  if (options.follow) await follow(list, records, options);
  else if (records.length === 0 && !options.json) printNote("There are no such runs.");
}

type List = (limit: number) => Promise<UsageRecord[]>;

/** Returns the function that fetches the newest runs, newest first. */
async function createList(
  session: Session,
  target: string | undefined,
  { status }: LogsOptions,
): Promise<List> {
  const path =
    target === undefined
      ? "/execute/my-usage"
      : `/execute/agent/${(await findAgent(session, target)).agent.id}/usage-history`;
  return async (limit) => {
    const { usage_history } = await session.transport.request<UsageHistory>({
      method: "GET",
      path,
      query: { limit, status },
      repeatable: true,
    });
    return usage_history;
  };
}

/**
 * Shows further runs as they end. Runs are listed by their start, so a run can end after ones that started later: the
 * whole page is compared, not only what precedes the newest known run.
 */
async function follow(list: List, records: readonly UsageRecord[], options: LogsOptions): Promise<never> {
  for (let known = records; ; ) {
    await delay(FOLLOW_MS);
    const ids = new Set(known.map(({ id }) => id));
    known = await list(PAGE);
    for (const record of known.filter(({ id }) => !ids.has(id)).reverse()) printRecord(record, options);
  }
}

const STATUS_COLORS: Partial<Record<UsageRecord["status"], (text: string) => string>> = {
  completed: outputStyles.green,
  failed: outputStyles.red,
  timeout: outputStyles.red,
};

function printRecord(record: UsageRecord, { json }: LogsOptions): void {
  if (json) {
    printJsonLine(record);
    return;
  }
  const { id, created_at, agent_name, version, status, error, execution_time, tokens_used, cost, task } =
    record;
  const paint = STATUS_COLORS[status] ?? String;
  const parts = [
    formatTime(created_at),
    paint(status),
    `${shorten(toPrintable(agent_name), NAME_LENGTH)} v${version}`,
    formatSeconds(execution_time),
    formatCount(tokens_used, "token"),
    formatUsd(cost),
    outputStyles.dim(id),
    ...(error === null ? [] : [outputStyles.red(error)]),
    ...(task === null ? [] : [shorten(toPrintable(task), TASK_LENGTH)]),
  ];
  printLine(parts.join("  "));
}
