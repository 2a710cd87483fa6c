import type { Vault } from "../../../platform/crypto/vault.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { openSecrets } from "../sealed-secrets.ts";
import { type SealedConnector, sealedOfAccount } from "../store.ts";
import { serviceNamed } from "../supported-services.ts";
import type { Consents } from "./consents.ts";

export interface WithdrawalsOptions {
  db: Queryable;
  vault: Vault;
  consents: Consents;
  log: { warn(details: object, message: string): void };
}

/**
 * Revokes access at the service after its connector was deleted. Nothing waits for it: a service that does not
 * respond blocks no deletion, and users can also revoke access at the service.
 */
export class Withdrawals {
  readonly #options: WithdrawalsOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: WithdrawalsOptions) {
    this.#options = options;
  }

  /** Revokes the access of a deleted connector. */
  begin(connector: SealedConnector): void {
    const work = this.#withdraw(connector).catch((err: unknown) =>
      this.#options.log.warn(
        { err, service: connector.serviceName },
        "a connector's access could not be revoked at its service",
      ),
    );
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  /** Reads an account's connectors before they are erased. @returns a function that revokes their access afterwards */
  async ofAccount(accountId: string): Promise<() => void> {
    const connectors = await sealedOfAccount(this.#options.db, accountId);
    return () => {
      for (const connector of connectors) this.begin(connector);
    };
  }

  /** Settles when no revocation is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #withdraw(connector: SealedConnector): Promise<void> {
    const service = serviceNamed(connector.serviceName);
    if (service?.consent)
      await this.#options.consents.withdraw(service, openSecrets(this.#options.vault, connector));
  }
}
