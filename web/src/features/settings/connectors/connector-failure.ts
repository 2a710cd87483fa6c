import { TEXTS } from "@stoa/contract/texts";
import { hasStatus, serverDetail } from "../../../lib/http-error.ts";

/** What a failed call says where the text is fixed (section 8): the session is named, the rest is not. */
export function fixedFailure(error: unknown, text: string): string {
  return hasStatus(error, 401) ? TEXTS.account.unauthorized : text;
}

/** What a failed change says: the server's own words, where it said some. */
export function spokenFailure(error: unknown, text: string): string {
  return fixedFailure(error, serverDetail(error) ?? text);
}
