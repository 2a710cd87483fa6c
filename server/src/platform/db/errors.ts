import pg from "pg";

/** Returns the constraint that a unique violation names, or undefined for any other error. */
export function getUniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === "23505" ? error.constraint : undefined;
}

/** SQLSTATE classes: connection exception, insufficient resources (full disk, too many connections), operator intervention. */
const UNAVAILABLE_CLASSES = ["08", "53", "57"];
/** Waits that ended without a lock or a commit: a second attempt is likely to succeed. */
const RETRYABLE_CODES = ["40001", "40P01", "55P03", "25P03"];
/** The messages of node-postgres and its pool for a lost connection, and for a pool without a free connection. */
const CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;
/** An unreachable server or a broken connection. */
const SOCKET_CODES = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"];
const SOCKET_CALLS = ["connect", "read", "write"];

/**
 * Returns whether the database is temporarily unavailable, so that the same request may succeed a few seconds later.
 */
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

/** Returns whether the statement gave up waiting for a lock that another transaction holds. */
export function lockTimedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}
