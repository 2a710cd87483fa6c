import { generateSessionToken, hashToken } from "../../platform/crypto/tokens.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { insertSession } from "./session-store.ts";
import { refuseSuspended } from "./suspended-account.ts";

export interface Session {
  token: string;
  expiresAt: Date;
}

/** Opens a session for a person who has just proved their identity. Throws AppError 403 for a suspended person. */
export async function openSession(db: Queryable, userId: string): Promise<Session> {
  await refuseSuspended(db, userId);
  const token = generateSessionToken();
  return { token, expiresAt: await insertSession(db, userId, hashToken(token)) };
}
