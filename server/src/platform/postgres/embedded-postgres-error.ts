/** The reasons why the embedded server may refuse to start. They are stable, so that callers can tell them apart. */
export type EmbeddedPostgresErrorCode =
  | "home_in_use"
  | "unsupported_platform"
  | "binaries_unusable"
  | "no_database_user"
  | "no_reachable_folder"
  | "foreign_data"
  | "data_missing"
  | "other_major_version"
  | "start_failed";

/**
 * The error for an embedded server that cannot start. `message` is one line that tells the operator
 * what to do; the server's own output is in `cause`.
 */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "EmbeddedPostgresError";
    this.code = code;
  }
}
