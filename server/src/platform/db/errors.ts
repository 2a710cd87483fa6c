import pg from "pg";

/** The constraint that a unique violation names, or undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === "23505" ? error.constraint : undefined;
}

/** SQLSTATE classes: connection exception, insufficient resources (full disk, too many connections), operator intervention. */
const UNAVAILABLE_CLASSES = ["08", "53", "57"];
/** Waits that ended without a lock or a commit: another try is likely to succeed. */
const RETRYABLE_CODES = ["40001", "40P01", "55P03", "25P03"];
/** What node-postgres and its pool say of a connection that is lost, or of none that becomes free in time. */
const CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;
/** A server that is not there, or a connection that broke. */
const SOCKET_CODES = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"];
const SOCKET_CALLS = ["connect", "read", "write"];

/** Whether the database could not answer now, so that the same request may well succeed in some seconds. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof pg.DatabaseError)
    return UNAVAILABLE_CLASSES.includes(code.slice(0, 2)) || RETRYABLE_CODES.includes(code);
  const call = "syscall" in error && typeof error.syscall === "string" ? error.syscall : "";
  return (
    CONNECTION_MESSAGE.test(error.message) || (SOCKET_CODES.includes(code) && SOCKET_CALLS.includes(call))
  );
}

/** Whether somebody else has held what was asked for as long as a connection waits for it. */
export function lockTimedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}
