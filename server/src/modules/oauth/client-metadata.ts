import * as z from "zod";
import { OauthError } from "./oauth-error.ts";
import { describeRedirect, findRedirectProblem } from "./redirect-uri.ts";

/** What an app says about itself, when it registers (RFC 7591) or in its metadata document. Other fields are ignored. */
export interface ClientMetadata {
  name: string;
  redirectUris: string[];
}

/** The maximum number of redirect URIs. Apps have one for each of their versions and platforms. */
const REDIRECT_URIS_MAX = 10;
/** A name of this length fits on two lines of the consent screen. */
const NAME_MAX = 100;

const Metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(REDIRECT_URIS_MAX),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/** @throws OauthError that names the field that is wrong */
export function parseClientMetadata(body: unknown): ClientMetadata {
  const parsed = Metadata.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") || "The body";
    const code = field.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata";
    throw new OauthError(code, `${field}: ${issue?.message ?? "is not valid"}`);
  }
  const { client_name, redirect_uris, grant_types, response_types } = parsed.data;
  for (const uri of redirect_uris) {
    const problem = findRedirectProblem(uri);
    if (problem !== undefined) throw new OauthError("invalid_redirect_uri", problem);
  }
  if (grant_types && !grant_types.includes("authorization_code"))
    throw new OauthError("invalid_client_metadata", "grant_types must contain authorization_code");
  if (response_types && !response_types.includes("code"))
    throw new OauthError("invalid_client_metadata", "response_types must contain code");
  const [first = ""] = redirect_uris;
  return { name: cleanName(client_name) || describeRedirect(first).host, redirectUris: redirect_uris };
}

/** Returns a name without characters that are invisible, or that change how the text around them is displayed. */
function cleanName(name = ""): string {
  const visible = name.normalize("NFC").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "");
  return [...visible.replace(/\s+/g, " ").trim()].slice(0, NAME_MAX).join("").trim();
}
