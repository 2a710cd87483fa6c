import {
  type CreateWebhookRequest,
  type UpdateWebhookRequest,
  WEBHOOK_TEXTS,
  type Webhook,
  type WebhookList,
  type WebhookQuery,
  type WebhookWithSecret,
} from "@stoa/contract";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { checkDestination } from "./destination.ts";
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  replaceSecret,
  updateEndpoint,
} from "./endpoint-store.ts";
import { presentEndpoint } from "./present.ts";
import { generateSecret } from "./signature.ts";
import { sealWebhookSecret } from "./webhook-secrets.ts";

export interface EndpointsOptions {
  db: Database;
  vault: Vault;
  outbound: Outbound;
}

/** Manages the webhook endpoints of an account. */
export class WebhookEndpoints {
  readonly #options: EndpointsOptions;

  constructor(options: EndpointsOptions) {
    this.#options = options;
  }

  async list({ accountId }: Caller, { limit, cursor }: WebhookQuery): Promise<WebhookList> {
    const rows = await listEndpoints(this.#options.db, accountId, { limit: limit + 1, cursor });
    const shown = rows.slice(0, limit);
    return {
      webhooks: shown.map(presentEndpoint),
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Returns an endpoint. @throws AppError 404 for an endpoint of another account. */
  async get({ accountId }: Caller, id: string): Promise<Webhook> {
    const row = await findEndpoint(this.#options.db, accountId, id);
    if (!row) throw notFound("Webhook");
    return presentEndpoint(row);
  }

  /** @throws AppError 400 for a URL that cannot be called, 409 if the maximum number of endpoints is reached. */
  async create({ accountId }: Caller, request: CreateWebhookRequest): Promise<WebhookWithSecret> {
    const { db, vault, outbound } = this.#options;
    const url = await checkDestination(outbound, request.url);
    const owner = { id: await generateId(db, "whk"), accountId };
    const secret = generateSecret();
    const row = await db.transaction().execute((tx) =>
      insertEndpoint(tx, {
        ...owner,
        url,
        description: request.description,
        eventTypes: request.events,
        sealedSecret: sealWebhookSecret(vault, owner, secret),
      }),
    );
    if (!row) throw new AppError(409, "conflict", WEBHOOK_TEXTS.tooMany);
    return { webhook: presentEndpoint(row), secret };
  }

  /** Changes an endpoint. @throws AppError 400 for a URL that cannot be called, 404 for another account's endpoint. */
  async update({ accountId }: Caller, id: string, change: UpdateWebhookRequest): Promise<Webhook> {
    const { db, outbound } = this.#options;
    const url = change.url === undefined ? undefined : await checkDestination(outbound, change.url);
    const { description, events: eventTypes, is_active: isActive } = change;
    const row = await db
      .transaction()
      .execute((tx) => updateEndpoint(tx, accountId, id, { url, description, eventTypes, isActive }));
    if (!row) throw notFound("Webhook");
    return presentEndpoint(row);
  }

  /** Replaces the secret of an endpoint. @throws AppError 404 for an endpoint of another account. */
  async rotateSecret({ accountId }: Caller, id: string): Promise<WebhookWithSecret> {
    const { db, vault } = this.#options;
    const secret = generateSecret();
    const row = await replaceSecret(db, accountId, id, sealWebhookSecret(vault, { id, accountId }, secret));
    if (!row) throw notFound("Webhook");
    return { webhook: presentEndpoint(row), secret };
  }

  /** Deletes an endpoint. @throws AppError 404 for an endpoint of another account. */
  async remove({ accountId }: Caller, id: string): Promise<void> {
    if (!(await deleteEndpoint(this.#options.db, accountId, id))) throw notFound("Webhook");
  }
}
