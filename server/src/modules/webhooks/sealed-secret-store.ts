import { sql } from "kysely";
import type { SealedTable } from "../../platform/crypto/reseal.ts";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { resealWebhookSecrets, type SealedWebhookSecrets, type SecretOwner } from "./webhook-secrets.ts";

type SealedEndpoint = SecretOwner & SealedWebhookSecrets;

/** Returns access to the sealed secrets of webhooks, so that the master key can be rotated. */
export function createSealedSecretTable(
  db: Database,
  vault: Vault,
): SealedTable<SealedEndpoint, SealedWebhookSecrets> {
  return {
    async readNextRows(afterId, limit) {
      const prefix = vault.getCurrentPrefix();
      const { rows } = await sql<SealedEndpoint>`
        SELECT id, account_id AS "accountId", sealed_secret AS "sealedSecret", sealed_previous AS "sealedPrevious"
        FROM webhook_endpoints
        WHERE id > ${afterId} AND (substring(sealed_secret FOR ${prefix.length}::int) <> ${prefix}
          OR substring(sealed_previous FOR ${prefix.length}::int) <> ${prefix})
        ORDER BY id LIMIT ${limit}`.execute(db);
      return rows;
    },
    sealAnew: (row) => resealWebhookSecrets(vault, row),
    async replace(read, sealed) {
      await sql`
        UPDATE webhook_endpoints
        SET sealed_secret = ${sealed.sealedSecret}, sealed_previous = ${sealed.sealedPrevious}
        WHERE id = ${read.id} AND sealed_secret = ${read.sealedSecret}
          AND sealed_previous IS NOT DISTINCT FROM ${read.sealedPrevious}`.execute(db);
    },
  };
}
