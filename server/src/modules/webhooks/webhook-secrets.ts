import * as z from "zod";
import type { SealContext, Vault } from "../../platform/crypto/vault.ts";

/** The secrets that sign a webhook's events, in sealed form. */
export interface SealedWebhookSecrets {
  sealedSecret: Buffer;
  sealedPrevious: Buffer | null;
}

/** The endpoint that owns the secrets. They cannot be opened in the row of any other endpoint. */
export interface SecretOwner {
  id: string;
  accountId: string;
}

function createContext({ id, accountId }: SecretOwner): SealContext {
  return { purpose: "webhook_secret", row: id, owner: accountId };
}

export function sealWebhookSecret(vault: Vault, owner: SecretOwner, secret: string): Buffer {
  return vault.seal(secret, createContext(owner));
}

/** Returns the secrets, newest first. @throws Error if a stored value was changed or belongs to another row. */
export function openWebhookSecrets(
  vault: Vault,
  { sealedSecret, sealedPrevious, ...owner }: SecretOwner & SealedWebhookSecrets,
): string[] {
  const sealed = sealedPrevious === null ? [sealedSecret] : [sealedSecret, sealedPrevious];
  return sealed.map((one) => vault.open(one, createContext(owner)));
}

const Headers = z.record(z.string(), z.string());

/** Returns the headers that the requests of a webhook of a run have. @throws the same errors as `openWebhookSecrets` */
export function openRequestHeaders(
  vault: Vault,
  { sealedSecret, ...owner }: SecretOwner & Pick<SealedWebhookSecrets, "sealedSecret">,
): Record<string, string> {
  return Headers.parse(JSON.parse(vault.open(sealedSecret, createContext(owner))));
}

/** Returns the same secrets, sealed with the current master key. @throws the same errors as `openWebhookSecrets`. */
export function resealWebhookSecrets(
  vault: Vault,
  { sealedSecret, sealedPrevious, ...owner }: SecretOwner & SealedWebhookSecrets,
): SealedWebhookSecrets {
  return {
    sealedSecret: vault.reseal(sealedSecret, createContext(owner)),
    sealedPrevious: sealedPrevious && vault.reseal(sealedPrevious, createContext(owner)),
  };
}
