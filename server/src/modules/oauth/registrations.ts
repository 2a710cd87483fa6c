import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import { insertClient } from "./client-store.ts";

/**
 * The registrations per hour of one network. Apps that run on a server register for each of their people; a network that
 * registers more than this fills the table, from which unused registrations are removed after a day.
 */
const PER_HOUR = 200;
const HOUR_SECONDS = 3_600;
const TOO_MANY = "Too many apps were registered from this network.";

/** Registers apps that have no ID yet (RFC 7591), across all nodes. */
export class Registrations {
  readonly #db: Database;
  readonly #limiter;

  constructor(db: Database, pool: pg.Pool) {
    this.#db = db;
    this.#limiter = createLimiter(pool, {
      name: "oauth_clients",
      points: PER_HOUR,
      durationSeconds: HOUR_SECONDS,
    });
  }

  /** Returns the registration in the form of RFC 7591. @throws AppError 429 after too many registrations */
  async register({ name, redirectUris }: ClientMetadata, network: string | undefined) {
    if (network !== undefined) await consume(this.#limiter, network, TOO_MANY);
    const { id, createdAt } = await insertClient(this.#db, { name, redirectUris });
    return {
      client_id: id,
      client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      // Whatever the app asked for: apps are public clients here, which prove themselves with PKCE.
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }
}
