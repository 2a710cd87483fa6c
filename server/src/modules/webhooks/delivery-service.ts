import {
  type ResentDeliveries,
  WEBHOOK_LIMITS,
  WEBHOOK_TEXTS,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookDeliveryList,
  type WebhookDeliveryQuery,
} from "@stoa/contract";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { consume } from "../../platform/rate-limit/rate-limiter.ts";
import {
  type DeliveryRow,
  findDelivery,
  insertPing,
  listAttempts,
  listDeliveries,
  resendDelivery,
  resendFailed,
} from "./delivery-store.ts";
import { type EndpointRow, findEndpoint } from "./endpoint-store.ts";
import { presentDelivery, presentDeliveryDetail } from "./present.ts";

export interface DeliveriesOptions {
  db: Database;
  /** Counts the calls of receivers that an account requests. */
  calls: RateLimiterPostgres;
  /** Wakes the deliverer, because there are events to send. */
  wake: () => void;
}

/** Lists the deliveries of an account's endpoints, and resends them. */
export class WebhookDeliveries {
  readonly #db: Database;
  readonly #wake: () => void;
  readonly #calls: RateLimiterPostgres;

  constructor({ db, calls, wake }: DeliveriesOptions) {
    this.#db = db;
    this.#wake = wake;
    this.#calls = calls;
  }

  /** Lists the deliveries of an endpoint. @throws AppError 404 for an endpoint of another account. */
  async list(caller: Caller, endpointId: string, query: WebhookDeliveryQuery): Promise<WebhookDeliveryList> {
    await this.#getEndpoint(caller, endpointId);
    const { limit, ...page } = query;
    const rows = await listDeliveries(this.#db, endpointId, { ...page, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      deliveries: shown.map(presentDelivery),
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Returns a delivery with its attempts. @throws AppError 404 for a delivery of another account. */
  async get(caller: Caller, endpointId: string, id: string): Promise<WebhookDeliveryDetail> {
    const row = await this.#findDelivery(caller, endpointId, id);
    return presentDeliveryDetail(row, await listAttempts(this.#db, id));
  }

  /**
   * Sends a test event.
   * @throws AppError 404 for an endpoint of another account, 409 if the endpoint is switched off, 429 after too many
   * requests.
   */
  async ping(caller: Caller, endpointId: string): Promise<WebhookDelivery> {
    await this.#mayBeCalled(caller, endpointId);
    const id = await this.#db.transaction().execute((tx) => insertPing(tx, caller.accountId, endpointId));
    this.#wake();
    return presentDelivery(await this.#findDelivery(caller, endpointId, id));
  }

  /** Queues a delivery again. @throws the same errors as `ping`, and AppError 404 for an unknown delivery. */
  async resend(caller: Caller, endpointId: string, id: string): Promise<WebhookDelivery> {
    await this.#findDelivery(caller, endpointId, id);
    await this.#mayBeCalled(caller, endpointId);
    await resendDelivery(this.#db, endpointId, id);
    this.#wake();
    return presentDelivery(await this.#findDelivery(caller, endpointId, id));
  }

  /** Queues the deliveries that failed since a given time again. @throws the same errors as `ping`. */
  async resendFailed(caller: Caller, endpointId: string, since: Date): Promise<ResentDeliveries> {
    await this.#mayBeCalled(caller, endpointId);
    const { resentAtOnce } = WEBHOOK_LIMITS;
    const resent = await this.#db
      .transaction()
      .execute((tx) => resendFailed(tx, endpointId, since, resentAtOnce));
    this.#wake();
    return { resent, more: resent === resentAtOnce };
  }

  async #getEndpoint({ accountId }: Caller, id: string): Promise<EndpointRow> {
    const endpoint = await findEndpoint(this.#db, accountId, id);
    if (!endpoint) throw notFound("Webhook");
    return endpoint;
  }

  async #findDelivery(caller: Caller, endpointId: string, id: string): Promise<DeliveryRow> {
    await this.#getEndpoint(caller, endpointId);
    const row = await findDelivery(this.#db, endpointId, id);
    if (!row) throw notFound("Delivery");
    return row;
  }

  async #mayBeCalled(caller: Caller, endpointId: string): Promise<void> {
    const { isActive } = await this.#getEndpoint(caller, endpointId);
    if (!isActive) throw new AppError(409, "conflict", WEBHOOK_TEXTS.switchedOff);
    await consume(this.#calls, caller.accountId, WEBHOOK_TEXTS.tooManyCalls);
  }
}
