import type { Queryable } from "../../../platform/db/database.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import { findAgentAccess } from "../agents/agent-access.ts";
import { describeMissingVersion } from "./version-messages.ts";
import { findCompared } from "./version-store.ts";

export const createNoVersionError = (number: number) =>
  new AppError(404, "not_found", describeMissingVersion(number));

/** Returns a version with its source, and its agent's access. @throws AppError 404 for anyone but the owner. */
export async function findOwnedVersion(db: Queryable, agentId: number, accountId: string, number: number) {
  const exposure = await findAgentAccess(db, agentId);
  if (exposure?.ownerAccountId !== accountId) throw notFound("Agent");
  const version = await findCompared(db, { agentId, isOwner: true }, number);
  if (version?.number !== number) throw createNoVersionError(number);
  return { exposure, version };
}
