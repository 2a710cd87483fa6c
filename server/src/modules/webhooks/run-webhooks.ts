import { WEBHOOK_TEXTS } from "@stoa/contract";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { consume } from "../../platform/rate-limit/rate-limiter.ts";
import { RUN_WEBHOOKS_KEPT_DAYS, RUN_WEBHOOKS_PER_ACCOUNT, RUN_WEBHOOKS_PER_RUN } from "./bounds.ts";
import { checkDestination } from "./destination.ts";
import {
  countRunWebhooks,
  deleteRunWebhook,
  enqueueRunEnd,
  listRunWebhooks,
  putRunWebhook,
} from "./run-webhook-store.ts";
import { openRequestHeaders, sealWebhookSecret } from "./webhook-secrets.ts";

/** A webhook that gets the end of one run. */
export interface RunWebhook {
  /** Tells apart the webhooks of a run. */
  name: string;
  url: string;
  /** The headers that the receiver expects, which may be secret. Their names are in lower case. */
  headers: Readonly<Record<string, string>>;
}

export interface RunWebhooksOptions {
  db: Database;
  vault: Vault;
  outbound: Outbound;
  /** Counts the calls of receivers that an account can cause without a new run. */
  calls: RateLimiterPostgres;
  /** Wakes the deliverer, because there are events to send. */
  wake: () => void;
}

/** Manages the webhooks of single runs. Callers check before that the run belongs to the account. */
export class RunWebhooks {
  readonly #options: RunWebhooksOptions;

  constructor(options: RunWebhooksOptions) {
    this.#options = options;
  }

  /**
   * Checks whether the account can add a webhook with a URL, and returns the form in which it is called. Requests that
   * arrive at the same time can exceed the maximum of the account by their number, which is bounded.
   * @param field the name of the URL in the request
   * @throws AppError 400 for a URL that cannot be called, 409 if the account has the maximum number of webhooks of runs
   */
  async check({ accountId }: Caller, url: string, field: string): Promise<string> {
    const { db, outbound } = this.#options;
    const checked = await checkDestination(outbound, url, field);
    if ((await countRunWebhooks(db, accountId)) >= RUN_WEBHOOKS_PER_ACCOUNT)
      throw new AppError(
        409,
        "conflict",
        `The runs of this account have the maximum of ${RUN_WEBHOOKS_PER_ACCOUNT} webhooks. They are deleted ${RUN_WEBHOOKS_KEPT_DAYS} days after their run has ended. Delete some, or poll the run`,
      );
    return checked;
  }

  /**
   * Adds a webhook to a run, instead of the webhook of the same name if there is one. If the run has ended, its end is sent
   * immediately.
   * @param isEnded whether the caller knows that the run has ended, so that this call is one to the receiver
   * @throws AppError 409 if the run has the maximum number of webhooks, 429 after too many webhooks of ended runs
   */
  async add(
    { accountId }: Caller,
    runId: string,
    { name, url, headers }: RunWebhook,
    { isEnded }: { isEnded: boolean },
  ): Promise<void> {
    const { db, vault, calls, wake } = this.#options;
    if (isEnded) await consume(calls, accountId, WEBHOOK_TEXTS.tooManyCalls);
    const owner = { id: await generateId(db, "whk"), accountId };
    const sealedSecret = sealWebhookSecret(vault, owner, JSON.stringify(headers));
    const isAdded = await db
      .transaction()
      .execute((tx) => putRunWebhook(tx, { ...owner, runId, name, url, sealedSecret }));
    if (!isAdded)
      throw new AppError(
        409,
        "conflict",
        `A run can have at most ${RUN_WEBHOOKS_PER_RUN} webhooks. Delete one first`,
      );
    // The run may have ended before the webhook was committed. In that case nothing else queues its end.
    await enqueueRunEnd(db, runId);
    wake();
  }

  /** Lists the webhooks of a run, the oldest first. */
  async list({ accountId }: Caller, runId: string): Promise<RunWebhook[]> {
    const { db, vault } = this.#options;
    const rows = await listRunWebhooks(db, accountId, runId);
    return rows.map(({ id, name, url, sealedSecret }) => ({
      ...{ name, url },
      headers: openRequestHeaders(vault, { id, accountId, sealedSecret }),
    }));
  }

  /** Deletes a webhook of a run. Does nothing if there is none of this name. */
  async remove({ accountId }: Caller, runId: string, name: string): Promise<void> {
    await deleteRunWebhook(this.#options.db, accountId, runId, name);
  }
}
