import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { type RunningJob, startPeriodicJob } from "../../../platform/jobs/periodic.ts";
import type { RunBounds } from "../run-bounds.ts";

export interface NodeLeaseOptions {
  db: Database;
  /**
   * The name is stable across restarts and unique among nodes, so that a restart ends the epoch of the earlier process
   * immediately.
   */
  nodeId: string;
  bounds: Pick<RunBounds, "heartbeatMs" | "leaseMs">;
  /** Called when this node may no longer act for the epoch. */
  onLost: (epoch: bigint) => void;
  log: FastifyBaseLogger;
}

/**
 * Renews this node's epoch with a heartbeat. The database's clock decides when other nodes consider this node dead. The
 * node's own monotonic clock, counted from before a renewal is sent, decides when the node must stop acting.
 */
export class NodeLease {
  readonly #options: NodeLeaseOptions;
  #heartbeat: RunningJob | undefined;
  #epoch: bigint | undefined;
  #validUntil = 0;
  #deadline: NodeJS.Timeout | undefined;

  constructor(options: NodeLeaseOptions) {
    this.#options = options;
  }

  /** Starts a new epoch. Runs of earlier epochs under this node's name are fenced off. */
  async start(): Promise<void> {
    await this.#register();
    const { bounds, log } = this.#options;
    this.#heartbeat = startPeriodicJob("node heartbeat", bounds.heartbeatMs, () => this.#renew(), log);
  }

  /** The epoch in which new runs start; `undefined` while there is none. */
  get epoch(): bigint | undefined {
    return this.#epoch !== undefined && performance.now() < this.#validUntil ? this.#epoch : undefined;
  }

  isOwner(epoch: bigint): boolean {
    return this.epoch === epoch;
  }

  /** Releases the epoch, so that other nodes do not have to wait for it to expire. */
  async close(): Promise<void> {
    await this.#heartbeat?.stop();
    clearTimeout(this.#deadline);
    const epoch = this.#epoch;
    this.#epoch = undefined;
    if (epoch !== undefined)
      await sql`DELETE FROM nodes WHERE id = ${this.#options.nodeId} AND epoch = ${epoch}`.execute(
        this.#options.db,
      );
  }

  async #renew(): Promise<void> {
    if (this.#epoch === undefined) return this.#register();
    const asked = performance.now();
    const { rows } = await sql<{ epoch: bigint }>`
      UPDATE nodes SET heartbeat_at = now()
      WHERE id = ${this.#options.nodeId} AND epoch = ${this.#epoch} RETURNING epoch`.execute(
      this.#options.db,
    );
    if (rows.length > 0) return this.#extend(asked);
    this.#lose("another process took over the epoch");
    await this.#register();
  }

  async #register(): Promise<void> {
    const asked = performance.now();
    const { rows } = await sql<{ epoch: bigint }>`
      INSERT INTO nodes (id) VALUES (${this.#options.nodeId})
      ON CONFLICT (id) DO UPDATE
        SET epoch = nextval('node_epochs'), started_at = now(), heartbeat_at = now()
      RETURNING epoch`.execute(this.#options.db);
    this.#epoch = rows[0]?.epoch;
    this.#extend(asked);
  }

  #extend(from: number): void {
    this.#validUntil = from + this.#options.bounds.leaseMs;
    clearTimeout(this.#deadline);
    const left = Math.max(0, this.#validUntil - performance.now());
    this.#deadline = setTimeout(() => this.#lose("the heartbeat was not renewed in time"), left);
    this.#deadline.unref();
  }

  #lose(why: string): void {
    const epoch = this.#epoch;
    this.#epoch = undefined;
    clearTimeout(this.#deadline);
    if (epoch === undefined) return;
    this.#options.log.error(
      { epoch: String(epoch), nodeId: this.#options.nodeId },
      `this node lost its runs: ${why}`,
    );
    this.#options.onLost(epoch);
  }
}
