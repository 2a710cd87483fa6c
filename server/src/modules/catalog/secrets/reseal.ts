import type { SealedTable } from "../../../platform/crypto/reseal.ts";
import type { Vault } from "../../../platform/crypto/vault.ts";
import type { Database } from "../../../platform/db/database.ts";
import { createSecretContext } from "./agent-secrets.ts";
import { findSealedByOtherKeys, replaceSealed, type SealedAgentSecret } from "./secret-store.ts";

/** Returns the encrypted secrets of all agents, for a rotation of the master key. */
export function createSealedAgentSecretTable(
  db: Database,
  vault: Vault,
): SealedTable<SealedAgentSecret & { id: string }, Buffer> {
  return {
    readNextRows: (afterId, limit) => findSealedByOtherKeys(db, vault.getCurrentPrefix(), afterId, limit),
    sealAnew: (row) => vault.reseal(row.sealed, createSecretContext(row)),
    replace: (row, sealed) => replaceSealed(db, row.id, row.sealed, sealed),
  };
}
