import { randomUUID } from "node:crypto";
import { boundText } from "@stoa/contract/bounded-text";
import type { Database, Tx } from "../../../platform/db/database.ts";
import type { Notify } from "../../../platform/events/notify.ts";

/** Notifies developers of the results of their uploads, because a check can outlast the page that started it. */
export class UploadNotices {
  readonly #db: Database;
  readonly #notify: Notify;

  constructor(db: Database, notify: Notify) {
    this.#db = db;
    this.#notify = notify;
  }

  /** Notifies the developer of a new version, in the transaction that stores it. */
  async notifyOfListing(
    tx: Tx,
    accountId: string,
    agent: { id: number; name: string },
    version: number,
  ): Promise<void> {
    await this.#notify(tx, {
      accountId,
      kind: "agent_listed",
      facts: { agent_id: agent.id, agent_name: agent.name, version },
      occasion: `version:${agent.id}:${version}`,
    });
  }

  /** Notifies the developer of a rollback, in the transaction that makes the earlier version current. */
  async notifyOfRollback(
    tx: Tx,
    accountId: string,
    agent: { id: number; name: string },
    versions: { from: number; to: number },
  ): Promise<void> {
    await this.#notify(tx, {
      accountId,
      kind: "version_rolled_back",
      facts: {
        agent_id: agent.id,
        agent_name: agent.name,
        from_version: versions.from,
        to_version: versions.to,
      },
      occasion: `roll_back:${randomUUID()}`,
    });
  }

  /** Notifies the developer that a check failed. Nothing was stored. */
  async notifyOfRefusal(
    accountId: string,
    agent: { id?: number; name: string },
    reason: string,
  ): Promise<void> {
    await this.#notify(this.#db, {
      accountId,
      kind: "upload_refused",
      facts: {
        ...(agent.id !== undefined && { agent_id: agent.id }),
        agent_name: agent.name,
        reason: boundText(reason),
      },
      occasion: `upload:${randomUUID()}`,
    });
  }
}
