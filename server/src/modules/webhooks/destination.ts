import { WEBHOOK_TEXTS } from "@stoa/contract";
import { invalidField } from "../../platform/http/app-error.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";

/**
 * Checks a URL and returns the form in which events are sent to it. An https URL is accepted even if its host name does
 * not resolve yet: the first event reports the failure, and every call checks the IP address again.
 * @param field the name of the URL in the request
 * @throws AppError 400 if the URL is invalid or leads to a forbidden IP address.
 */
export async function checkDestination(outbound: Outbound, text: string, field = "url"): Promise<string> {
  const refuse = (detail: string) => invalidField(field, detail);
  if (!URL.canParse(text)) throw refuse(WEBHOOK_TEXTS.notAnAddress);
  const url = new URL(text);
  const { protocol, username, password, hash } = url;
  if (protocol !== "https:" && protocol !== "http:") throw refuse(WEBHOOK_TEXTS.notAnAddress);
  if (username !== "" || password !== "" || hash !== "") throw refuse(WEBHOOK_TEXTS.withExtras);
  const refusal = await outbound.checkUrl(url);
  const isUnknown = refusal?.code === "not_found" && protocol === "https:";
  if (refusal && !isUnknown) throw refuse(WEBHOOK_TEXTS.refused(refusal.message));
  return url.href;
}
