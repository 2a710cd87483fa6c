import * as z from "zod";
import type { SealContext, Vault } from "../../platform/crypto/vault.ts";
import type { ConnectorSecrets } from "./service-definition.ts";
import type { SealedConnector, SealedSecrets } from "./store.ts";

type Owner = Pick<SealedConnector, "id" | "accountId" | "userId">;

const Config = z.record(z.string(), z.string());

/**
 * Returns the context that binds encrypted values to their row, account and user, so that they
 * cannot be decrypted in another row.
 */
function createContext(purpose: SealContext["purpose"], { id, accountId, userId }: Owner): SealContext {
  return { purpose, row: id, owner: `${accountId} ${userId}` };
}

export function sealSecrets(
  vault: Vault,
  owner: Owner,
  { credential, config }: ConnectorSecrets,
): SealedSecrets {
  return {
    sealedCredential: vault.seal(credential, createContext("connector", owner)),
    sealedConfig: vault.seal(JSON.stringify(config), createContext("connector_config", owner)),
  };
}

/** Decrypts a connector's secrets. @throws Error if a stored value was modified or copied from another row. */
export function openSecrets(vault: Vault, sealed: SealedConnector): ConnectorSecrets {
  return {
    credential: vault.open(sealed.sealedCredential, createContext("connector", sealed)),
    config: Config.parse(
      JSON.parse(vault.open(sealed.sealedConfig, createContext("connector_config", sealed))),
    ),
  };
}
