import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InsufficientCreditsError,
  RateLimitError,
  StoaError,
  UnavailableError,
} from "../../js/src/index.ts";

/** The exit codes of every command, so that scripts can react to the reason. docs/command-line.md lists them. */
export const EXIT = {
  ok: 0,
  /** The run failed, the upload was refused, or the server refused the request. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** There is no key, or the key is invalid or lacks a scope. */
  signedOut: 3,
  /** The balance or a spending limit is too low. */
  credits: 4,
  /** The server cannot be reached, is busy, or limits the rate of requests. */
  unreachable: 5,
  /** The same code that shells use for a program that Ctrl-C ended. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that ends the command. Its message says what went wrong and what to do, one sentence or more per line. */
export class CliError extends Error {
  override name = "CliError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns an error for a command line that is wrong. */
export const createUsageError = (message: string): CliError => new CliError(message, EXIT.usage);

/** What the user reads about an error, and how the command ends. */
export interface Explanation {
  lines: string[];
  exitCode: ExitCode;
}

/** Explains any error without a stack: what happened, which fields are invalid, and what to do. */
export function explainError(error: unknown, server: string | undefined): Explanation {
  if (error instanceof CliError) return { lines: error.message.split("\n"), exitCode: error.exitCode };
  if (error instanceof ApiError) return explainApiError(error, server ?? "");
  if (error instanceof ConnectionError)
    return {
      lines: [
        server ? `Could not reach ${server}, or the connection was lost.` : error.message,
        "Try again.",
      ],
      exitCode: EXIT.unreachable,
    };
  if (error instanceof StoaError) return { lines: [error.message], exitCode: EXIT.failed };
  const reason = error instanceof Error ? error.message : String(error);
  return { lines: [`Unexpected error: ${reason}`], exitCode: EXIT.failed };
}

function explainApiError(error: ApiError, server: string): Explanation {
  const { detail, fields } = error;
  const reasons = fields.filter(({ message }) => message !== detail);
  const lines = [
    // The server cannot know where this program found the key, so the remedy says it better.
    ...(error instanceof AuthenticationError ? [] : [detail]),
    ...reasons.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)),
    ...listRemedies(error, server),
  ];
  if (error.status >= 500 && error.requestId !== undefined)
    lines.push(`Give the operator this request ID: ${error.requestId}`);
  return { lines, exitCode: getExitCode(error) };
}

function listRemedies(error: ApiError, server: string): string[] {
  if (error.code === "insufficient_scope")
    return [`Create a key with this scope in ${server}/settings/api and set STOA_API_KEY to it.`];
  if (error instanceof AuthenticationError)
    return process.env.STOA_API_KEY
      ? [`The key in STOA_API_KEY is not valid on ${server}. Check it in ${server}/settings/api.`]
      : [`Your key is not valid anymore. Sign in again: stoa-cli login --server ${server}`];
  if (error instanceof InsufficientCreditsError) return [`Your balance is in ${server}/settings/billing.`];
  if (error.code === "spending_limit_reached") return [`Your spending limits are in ${server}/settings.`];
  if (error.retryAfter !== undefined) return [`Try again in ${Math.ceil(error.retryAfter)} seconds.`];
  return [];
}

function getExitCode(error: ApiError): ExitCode {
  if (error instanceof AuthenticationError || error.code === "insufficient_scope") return EXIT.signedOut;
  if (error instanceof InsufficientCreditsError || error.code === "spending_limit_reached")
    return EXIT.credits;
  if (error instanceof RateLimitError || error instanceof UnavailableError) return EXIT.unreachable;
  return EXIT.failed;
}
