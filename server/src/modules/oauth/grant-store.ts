import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";

/** How long a code can be exchanged: an app does that within seconds. */
const CODE_SECONDS = 60;
/** How long an access token works. A stolen one is useless soon, and apps do not renew it too often. */
export const ACCESS_SECONDS = 3_600;
/** How long a refresh token works. People who have not used an app for this long are asked again. */
const REFRESH_DAYS = 30;

export interface NewGrant {
  accountId: string;
  userId: string;
  keyId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  resource: string;
  scopes: readonly string[];
  codeHash: Buffer;
  codeChallenge: string;
}

/** The hashes of the tokens that a grant gets next. */
export interface TokenHashes {
  access: Buffer;
  family: Buffer;
  refresh: Buffer;
}

/** A grant whose tokens were just issued. */
export interface IssuedGrant {
  scopes: string[];
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await tx
    .insertInto("oauth_grants")
    .values({
      account_id: grant.accountId,
      user_id: grant.userId,
      key_id: grant.keyId,
      client_id: grant.clientId,
      client_name: grant.clientName,
      redirect_uri: grant.redirectUri,
      resource: grant.resource,
      scopes: [...grant.scopes],
      code_hash: grant.codeHash,
      code_challenge: grant.codeChallenge,
      code_expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})`,
    })
    .execute();
}

interface CodeUse {
  codeHash: Buffer;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  resource: string | undefined;
}

/**
 * Exchanges a code for tokens, if it is for this app, redirect URI, PKCE challenge and resource, and was not used. Of two
 * parallel exchanges, the second finds a used code.
 */
export async function useCode(
  db: Database,
  use: CodeUse,
  tokens: TokenHashes,
): Promise<IssuedGrant | undefined> {
  const { rows } = await sql<IssuedGrant>`
    UPDATE oauth_grants SET code_used_at = now(), family_hash = ${tokens.family}, ${setTokens(tokens)}
    WHERE code_hash = ${use.codeHash} AND code_used_at IS NULL AND code_expires_at > now()
      AND client_id = ${use.clientId} AND redirect_uri = ${use.redirectUri}
      AND code_challenge = ${use.codeChallenge} AND ${isResource(use.resource)}
    RETURNING scopes`.execute(db);
  return rows[0];
}

interface RefreshUse {
  familyHash: Buffer;
  refreshHash: Buffer;
  clientId: string;
  resource: string | undefined;
}

/** Replaces the tokens of a grant, if the refresh token is the current one of this app and for this resource. */
export async function useRefreshToken(
  db: Database,
  use: RefreshUse,
  tokens: Omit<TokenHashes, "family">,
): Promise<IssuedGrant | undefined> {
  const { rows } = await sql<IssuedGrant>`
    UPDATE oauth_grants SET ${setTokens(tokens)}
    WHERE family_hash = ${use.familyHash} AND refresh_hash = ${use.refreshHash} AND refresh_expires_at > now()
      AND client_id = ${use.clientId} AND ${isResource(use.resource)}
    RETURNING scopes`.execute(db);
  return rows[0];
}

function setTokens({ access, refresh }: Omit<TokenHashes, "family">) {
  return sql`
    access_hash = ${access}, access_expires_at = now() + make_interval(secs => ${ACCESS_SECONDS}),
    refresh_hash = ${refresh}, refresh_expires_at = now() + make_interval(days => ${REFRESH_DAYS})`;
}

function isResource(resource: string | undefined) {
  return resource === undefined ? sql`true` : sql`resource = ${resource}`;
}

export async function findKeyOfAccessToken(
  db: Database,
  accessHash: Buffer,
): Promise<{ keyId: string; resource: string } | undefined> {
  return db
    .selectFrom("oauth_grants")
    .select(["key_id as keyId", "resource"])
    .where("access_hash", "=", accessHash)
    .where("access_expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** Identifies the grants to end. */
export type GrantMatch =
  /** A grant of a person. */
  | { id: string; accountId: string }
  /** The grant of a code that was used before. */
  | { usedCodeHash: Buffer }
  /** The grant of a refresh token that was replaced: its first part is right, but its second part is not current. */
  | { familyHash: Buffer; replacedRefreshHash: Buffer; clientId: string }
  /** The grant of a token that its app revokes. */
  | { familyHash: Buffer; clientId: string | undefined }
  | { accessHash: Buffer; clientId: string | undefined }
  /** Grants whose code or refresh token has expired, up to a number. */
  | { expiredAtMost: number };

/** Deletes grants, and returns the IDs of their keys. */
export async function deleteGrants(tx: Tx, match: GrantMatch): Promise<string[]> {
  const { rows } = await sql<{ keyId: string }>`
    DELETE FROM oauth_grants WHERE ${toCondition(match)} RETURNING key_id AS "keyId"`.execute(tx);
  return rows.map(({ keyId }) => keyId);
}

function toCondition(match: GrantMatch) {
  if ("id" in match) return sql`id = ${match.id} AND account_id = ${match.accountId}`;
  if ("usedCodeHash" in match) return sql`code_hash = ${match.usedCodeHash} AND code_used_at IS NOT NULL`;
  if ("replacedRefreshHash" in match)
    return sql`family_hash = ${match.familyHash} AND client_id = ${match.clientId}
      AND refresh_hash <> ${match.replacedRefreshHash}`;
  if ("familyHash" in match) return sql`family_hash = ${match.familyHash} AND ${isClient(match.clientId)}`;
  if ("accessHash" in match) return sql`access_hash = ${match.accessHash} AND ${isClient(match.clientId)}`;
  return sql`id IN (SELECT id FROM oauth_grants WHERE coalesce(refresh_expires_at, code_expires_at) < now()
    ORDER BY coalesce(refresh_expires_at, code_expires_at) LIMIT ${match.expiredAtMost} FOR UPDATE SKIP LOCKED)`;
}

function isClient(clientId: string | undefined) {
  return clientId === undefined ? sql`true` : sql`client_id = ${clientId}`;
}

export interface GrantRow {
  id: string;
  keyId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  resource: string;
  createdAt: Date;
}

/** Lists the grants of an account that an app has taken up, the latest first. */
export async function listGrants(db: Database, accountId: string): Promise<GrantRow[]> {
  return db
    .selectFrom("oauth_grants")
    .select([
      "id",
      "key_id as keyId",
      "client_id as clientId",
      "client_name as clientName",
      "redirect_uri as redirectUri",
      "resource",
      "created_at as createdAt",
    ])
    .where("account_id", "=", accountId)
    .where("code_used_at", "is not", null)
    .where("refresh_expires_at", ">", sql<Date>`now()`)
    .orderBy("id", "desc")
    .execute();
}
