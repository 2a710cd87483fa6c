import type { Developer } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { notFound } from "../../../platform/http/app-error.ts";
import { computePercent } from "../../../platform/numbers/percent.ts";
import { readDeveloper } from "./developer-store.ts";

/** Reads developers, with the figures of the agents that they have listed. */
export class Developers {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * @throws AppError 404 for a person without an agent that this caller would find, because it is not public who has
   * signed up.
   */
  async get(username: string, accountId: string | undefined): Promise<Developer> {
    const row = await readDeveloper(this.#db, username, accountId);
    if (!row) throw notFound("Developer");
    return {
      username: row.username,
      member_since: row.since.toISOString(),
      agents: Number(row.agents),
      total_executions: Number(row.executions),
      success_rate: computePercent(row.completed, row.ended),
      average_rating: row.rating,
      reviews: Number(row.reviews),
    };
  }
}
