import { SIGN_IN_TEXTS } from "@stoa/contract";
import { generateSessionToken, hashToken } from "../../../platform/crypto/tokens.ts";
import { AppError } from "../../../platform/http/app-error.ts";

/** A link to mail, and the hash of its token, which is stored. */
export interface MailedLink {
  link: string;
  tokenHash: Buffer;
}

/**
 * Creates a link with 256 random bits in its fragment, because browsers do not send fragments to a server. `publicUrl`
 * is a setting, because a request could name any host.
 */
export function createLink(publicUrl: string, screen: "reset-password" | "confirm-email"): MailedLink {
  const token = generateSessionToken();
  return { link: `${publicUrl}/${screen}#${token}`, tokenHash: hashToken(token) };
}

export const createInvalidLinkError = () => new AppError(400, "link_invalid", SIGN_IN_TEXTS.linkInvalid);
