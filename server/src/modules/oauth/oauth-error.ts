/** The error codes of RFC 6749, 7591 and 8707 that this server sends. */
export type OauthErrorCode =
  | "access_denied"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** A refusal in the form that OAuth gives it: a code for programs, and a sentence for developers. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}
