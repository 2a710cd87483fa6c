import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { KeyQueue } from "../../../platform/jobs/key-queue.ts";
import type { RunContents } from "../run-contents.ts";
import { matches, type UsageFilter } from "./usage-store.ts";

/**
 * The number of tasks that are opened together. It takes 10 to 20 milliseconds, after which the node can serve other
 * requests.
 */
const PAGE = 2_000;

/**
 * Finds the runs whose tasks contain a text. Tasks are encrypted, so they are searched here and not in the database: it
 * takes about 10 µs for each of the account's runs in the period whose content is kept. A node searches once at a time for
 * each account, so that one account cannot take all of its time.
 */
export class TaskSearch {
  readonly #access: { db: Database; contents: RunContents };
  readonly #searches = new KeyQueue();

  constructor(access: { db: Database; contents: RunContents }) {
    this.#access = access;
  }

  /** Returns the filter with the runs whose tasks contain the text that it searches. */
  async complete<Filter extends UsageFilter>(filter: Filter): Promise<Filter> {
    const { accountId = "", search, withTasks } = filter;
    if (search === undefined || !withTasks) return filter;
    const taskMatches = await this.#searches.run(accountId, () => this.#find(filter, search));
    return { ...filter, taskMatches };
  }

  async #find(filter: UsageFilter, search: string): Promise<string[]> {
    const { db, contents } = this.#access;
    const text = search.toLowerCase();
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const after = cursor === undefined ? sql`` : sql`AND r.id < ${cursor}`;
      const { rows } = await sql<{ id: string; accountId: string; task: Buffer }>`
        SELECT r.id, r.account_id AS "accountId", c.task FROM runs r JOIN run_contents c ON c.run_id = r.id
        WHERE ${matches({ ...filter, search: undefined })} AND c.task IS NOT NULL ${after}
        ORDER BY r.id DESC LIMIT ${PAGE}`.execute(db);
      for (const { task, ...run } of rows)
        if (contents.openTask(run, task)?.toLowerCase().includes(text)) found.push(run.id);
      cursor = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    } while (cursor !== undefined);
    return found;
  }
}
