import type { SealContext, Vault } from "../../platform/crypto/vault.ts";

/** What a webhook's events are signed with, as it is kept. */
export interface SealedWebhookSecrets {
  sealedSecret: Buffer;
  sealedPrevious: Buffer | null;
}

/** The endpoint that they belong to: in any other row they do not open. */
export interface SecretOwner {
  id: string;
  accountId: string;
}

function context({ id, accountId }: SecretOwner): SealContext {
  return { purpose: "webhook_secret", row: id, owner: accountId };
}

export function sealWebhookSecret(vault: Vault, owner: SecretOwner, secret: string): Buffer {
  return vault.seal(secret, context(owner));
}

/** The newest first. @throws Error when what is stored was changed or moved here. */
export function openWebhookSecrets(
  vault: Vault,
  { sealedSecret, sealedPrevious, ...owner }: SecretOwner & SealedWebhookSecrets,
): string[] {
  const sealed = sealedPrevious === null ? [sealedSecret] : [sealedSecret, sealedPrevious];
  return sealed.map((one) => vault.open(one, context(owner)));
}

/** The same secrets, sealed by the current master key. @throws as `openWebhookSecrets` does. */
export function resealWebhookSecrets(
  vault: Vault,
  { sealedSecret, sealedPrevious, ...owner }: SecretOwner & SealedWebhookSecrets,
): SealedWebhookSecrets {
  return {
    sealedSecret: vault.reseal(sealedSecret, context(owner)),
    sealedPrevious: sealedPrevious && vault.reseal(sealedPrevious, context(owner)),
  };
}
