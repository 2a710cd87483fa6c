import type { Vault } from "../../../platform/crypto/vault.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { openSecrets } from "../sealed-secrets.ts";
import { listSealedByAccount, type SealedConnector } from "../store.ts";
import { findService } from "../supported-services.ts";
import type { Consents } from "./consents.ts";

export interface WithdrawalsOptions {
  db: Queryable;
  vault: Vault;
  consents: Consents;
  log: { warn(details: object, message: string): void };
}

/**
 * Revokes access at the service after its connector was deleted. Deletions do not wait for this, so a service that does
 * not respond cannot block them. Users can also revoke access at the service.
 */
export class Withdrawals {
  readonly #options: WithdrawalsOptions;
  readonly #revocations = new Set<Promise<void>>();

  constructor(options: WithdrawalsOptions) {
    this.#options = options;
  }

  /** Revokes the access of a deleted connector. */
  begin(connector: SealedConnector): void {
    const work = this.#withdraw(connector).catch((err: unknown) =>
      this.#options.log.warn(
        { err, service: connector.serviceName },
        "failed to revoke a connector's access at its service",
      ),
    );
    this.#revocations.add(work);
    void work.finally(() => this.#revocations.delete(work));
  }

  /**
   * Reads an account's connectors before they are erased. @returns a function that revokes their
   * access afterward
   */
  async collectForAccount(accountId: string): Promise<() => void> {
    const connectors = await listSealedByAccount(this.#options.db, accountId);
    return () => {
      for (const connector of connectors) this.begin(connector);
    };
  }

  /** Settles when no revocation is in progress. */
  async waitForPending(): Promise<void> {
    await Promise.all(this.#revocations);
  }

  async #withdraw(connector: SealedConnector): Promise<void> {
    const service = findService(connector.serviceName);
    if (service?.consent)
      await this.#options.consents.withdraw(service, openSecrets(this.#options.vault, connector));
  }
}
