import type { RunStatus } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { invalidField } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { ListTasksParams } from "./requests.ts";
import { type ListedTask, listTasks, readContext, type TaskPosition } from "./task-store.ts";

/** How many tasks of a page are read at the same time, so that one request leaves database connections to others. */
const READ_AT_ONCE = 5;

interface ListRequest extends Omit<ListTasksParams, "status"> {
  statuses: readonly RunStatus[] | undefined;
}

interface TaskPage {
  tasks: ListedTask[];
  nextPageToken: string;
  pageSize: number;
  totalSize: number;
}

/** Finds the tasks of a caller, and the context of each. */
export class TaskLists {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the ID of the context that a run belongs to. */
  findContext(runId: string): Promise<string> {
    return readContext(this.#db, runId);
  }

  /** @throws AppError 400 for a page token that is not from this list */
  async list(caller: Caller, agentId: number, request: ListRequest): Promise<TaskPage> {
    const { contextId, statuses, pageSize, pageToken, statusTimestampAfter } = request;
    const { tasks, total } = await listTasks(this.#db, caller, {
      ...{ agentId, contextId, statuses },
      updatedAfter: statusTimestampAfter === undefined ? undefined : new Date(statusTimestampAfter),
      after: pageToken === undefined ? undefined : decodePosition(pageToken),
      limit: pageSize + 1,
    });
    const page = tasks.slice(0, pageSize);
    const last = page.at(-1);
    const nextPageToken = tasks.length > pageSize && last ? encodePosition(last) : "";
    return { tasks: page, nextPageToken, pageSize, totalSize: total };
  }

  /** Reads each task of a page, a few at a time, and returns them in the same order. */
  async readEach<T>(tasks: readonly ListedTask[], read: (task: ListedTask) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (let start = 0; start < tasks.length; start += READ_AT_ONCE)
      results.push(...(await Promise.all(tasks.slice(start, start + READ_AT_ONCE).map(read))));
    return results;
  }
}

const TOKEN = /^(\d{1,15})\.(run_[0-9a-f]{32})$/;

const encodePosition = ({ updatedAt, runId }: TaskPosition) => `${updatedAt.getTime()}.${runId}`;

function decodePosition(token: string): TaskPosition {
  const [, time, runId] = TOKEN.exec(token) ?? [];
  if (time === undefined || runId === undefined)
    throw invalidField("pageToken", "pageToken must be the nextPageToken of a page of this list");
  return { updatedAt: new Date(Number(time)), runId };
}
