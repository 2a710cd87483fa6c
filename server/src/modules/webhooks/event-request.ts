import type { WebhookRun } from "@stoa/contract";
import type { SigningKeys } from "../../platform/crypto/signing-keys.ts";
import type { Vault } from "../../platform/crypto/vault.ts";
import { createBody, type ReadRunResult, readRun } from "./event-body.ts";
import type { ClaimedDelivery } from "./queue-store.ts";
import { createPubliclySignedHeaders, createSignedHeaders } from "./signature.ts";
import { openRequestHeaders, openWebhookSecrets } from "./webhook-secrets.ts";

/** The end of a run in the form of the protocol whose client added the webhook. */
export interface PresentedEnd {
  contentType: string;
  body: object;
}

/** What the requests of events are made of. */
export interface RequestSources {
  vault: Vault;
  /** The keys that sign the requests of webhooks of runs, whose clients have no shared secret with this server. */
  signingKeys: SigningKeys;
  runResult: ReadRunResult;
  /** Presents the end of a run to a webhook of this run. The module whose clients add these webhooks provides it. */
  presentRunEnd(run: WebhookRun): Promise<PresentedEnd>;
}

/** Returns the headers and the body of an attempt. The body is the same for each attempt. */
export async function createRequest(
  { vault, signingKeys, runResult, presentRunEnd }: RequestSources,
  claim: ClaimedDelivery,
): Promise<{ headers: Record<string, string>; body: string }> {
  const { eventId: id, at } = claim;
  const owner = { ...claim, id: claim.endpointId };
  if (!claim.isOfRun) {
    const body = await createBody(claim, runResult);
    return { headers: createSignedHeaders({ id, at, body }, openWebhookSecrets(vault, owner)), body };
  }
  const presented = await presentRunEnd(await readRun(claim, runResult));
  const body = JSON.stringify(presented.body);
  const headers = {
    ...openRequestHeaders(vault, owner),
    "content-type": presented.contentType,
    ...createPubliclySignedHeaders({ id, at, body }, signingKeys.current()),
  };
  return { headers, body };
}
