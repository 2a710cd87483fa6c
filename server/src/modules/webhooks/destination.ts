import { WEBHOOK_TEXTS } from "@stoa/contract";
import { type AppError, invalidField } from "../../platform/http/app-error.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";

/**
 * Checks a URL and returns the form in which events are sent to it. An https URL whose host name does not resolve yet
 * is accepted: the first test event reports the failure, and every call checks the address again.
 * @throws AppError 400 if the URL is invalid or leads to a forbidden address.
 */
export async function checkDestination(outbound: Outbound, text: string): Promise<string> {
  if (!URL.canParse(text)) throw refused(WEBHOOK_TEXTS.notAnAddress);
  const url = new URL(text);
  const { protocol, username, password, hash } = url;
  if (protocol !== "https:" && protocol !== "http:") throw refused(WEBHOOK_TEXTS.notAnAddress);
  if (username !== "" || password !== "" || hash !== "") throw refused(WEBHOOK_TEXTS.withExtras);
  const refusal = await outbound.refusalOf(url);
  const isUnknown = refusal?.code === "not_found" && protocol === "https:";
  if (refusal && !isUnknown) throw refused(WEBHOOK_TEXTS.refused(refusal.message));
  return url.href;
}

const refused = (detail: string): AppError => invalidField("url", detail);
