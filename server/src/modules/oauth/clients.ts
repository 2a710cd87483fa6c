import type { Database } from "../../platform/db/database.ts";
import type { ClientDocuments } from "./client-document.ts";
import { isDocumentUrl } from "./client-document.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import { findRegisteredClient } from "./client-store.ts";
import { OauthError } from "./oauth-error.ts";

/** The ID of an app that has registered itself. */
const CLIENT_ID = /^oac_[0-9a-f]{32}$/;

/** An app that asks people for access. */
export interface Client extends ClientMetadata {
  id: string;
}

/** Finds apps: those that have registered themselves, and those whose ID is the URL of their metadata document. */
export class Clients {
  readonly #db: Database;
  readonly #documents: ClientDocuments;

  constructor(db: Database, documents: ClientDocuments) {
    this.#db = db;
    this.#documents = documents;
  }

  /** @throws OauthError for an unknown app, or a document that cannot be used */
  async find(id: string): Promise<Client> {
    if (isDocumentUrl(id)) return { id, ...(await this.#documents.read(id)) };
    const client = CLIENT_ID.test(id) ? await findRegisteredClient(this.#db, id) : undefined;
    if (client) return client;
    throw new OauthError(
      "invalid_request",
      "This server does not know the app (client_id). Remove the connection in the app, and connect again",
    );
  }
}

/** Returns the host that publishes the description of an app; null for an app that has registered itself. */
export function getVerifiedHost(clientId: string): string | null {
  return isDocumentUrl(clientId) ? new URL(clientId).host : null;
}
