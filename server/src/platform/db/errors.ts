import pg from "pg";

/** The constraint that a unique violation names, or undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === "23505" ? error.constraint : undefined;
}

/** Whether somebody else has held what was asked for as long as a connection waits for it. */
export function lockTimedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}
