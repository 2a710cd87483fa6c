import type { SealedTable } from "../../platform/crypto/reseal.ts";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { openSecrets, sealSecrets } from "./sealed-secrets.ts";
import { findSealedByOtherKeys, replaceSealed, type SealedConnector, type SealedSecrets } from "./store.ts";

/** Returns the encrypted credentials and configurations of all connectors, for a rotation of the master key. */
export function createSealedConnectorTable(
  db: Database,
  vault: Vault,
): SealedTable<SealedConnector, SealedSecrets> {
  return {
    readNextRows: (afterId, limit) => findSealedByOtherKeys(db, vault.getCurrentPrefix(), afterId, limit),
    sealAnew: (row) => sealSecrets(vault, row, openSecrets(vault, row)),
    replace: (row, sealed) => replaceSealed(db, row, sealed),
  };
}
