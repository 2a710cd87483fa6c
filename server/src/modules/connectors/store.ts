import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

export interface ConnectorRow {
  id: string;
  serviceName: string;
  isActive: boolean;
  usageQuota: bigint | null;
  /** The usage of the current month (UTC). */
  currentUsage: bigint;
  createdAt: Date;
}

export interface SealedSecrets {
  sealedCredential: Buffer;
  sealedConfig: Buffer;
}

export interface SealedConnector extends SealedSecrets {
  id: string;
  accountId: string;
  userId: string;
  serviceName: string;
  isActive: boolean;
}

export interface NewConnector extends Omit<SealedConnector, "isActive"> {
  credentialKind: string;
  usageQuota: number | null;
}

export interface ConnectorChange {
  usageQuota?: number | null;
  isActive?: boolean;
}

/** Usage of earlier months does not count. */
const usedThisMonth = sql<bigint>`CASE WHEN usage_month = utc_month() THEN current_usage ELSE 0 END`.as(
  "currentUsage",
);

const ROW = [
  "id",
  "service_name as serviceName",
  "is_active as isActive",
  "usage_quota as usageQuota",
  "created_at as createdAt",
] as const;
const SEALED = [
  "id",
  "account_id as accountId",
  "user_id as userId",
  "service_name as serviceName",
  "is_active as isActive",
  "sealed_credential as sealedCredential",
  "sealed_config as sealedConfig",
] as const;

export async function listConnectors(db: Queryable, userId: string): Promise<ConnectorRow[]> {
  return db
    .selectFrom("connectors")
    .select([...ROW, usedThisMonth])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** @throws a unique violation if the user already has a connector for this service */
export async function insertConnector(db: Queryable, connector: NewConnector): Promise<ConnectorRow> {
  return db
    .insertInto("connectors")
    .values({
      id: connector.id,
      account_id: connector.accountId,
      user_id: connector.userId,
      service_name: connector.serviceName,
      credential_kind: connector.credentialKind,
      sealed_credential: connector.sealedCredential,
      sealed_config: connector.sealedConfig,
      usage_quota: connector.usageQuota,
    })
    .returning([...ROW, usedThisMonth])
    .executeTakeFirstOrThrow();
}

export async function updateConnector(
  db: Queryable,
  userId: string,
  id: string,
  change: ConnectorChange,
): Promise<ConnectorRow | undefined> {
  return db
    .updateTable("connectors")
    .set({
      ...(change.usageQuota !== undefined && { usage_quota: change.usageQuota }),
      ...(change.isActive !== undefined && { is_active: change.isActive }),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning([...ROW, usedThisMonth])
    .executeTakeFirst();
}

/** Deletes a connector. @returns the deleted connector; undefined if the user has no such connector. */
export async function deleteConnector(
  db: Queryable,
  userId: string,
  id: string,
): Promise<SealedConnector | undefined> {
  return db
    .deleteFrom("connectors")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(SEALED)
    .executeTakeFirst();
}

export async function listSealedByAccount(db: Queryable, accountId: string): Promise<SealedConnector[]> {
  return db.selectFrom("connectors").select(SEALED).where("account_id", "=", accountId).execute();
}

export async function findById(
  db: Queryable,
  userId: string,
  id: string,
): Promise<SealedConnector | undefined> {
  return db
    .selectFrom("connectors")
    .select(SEALED)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the account's oldest active connector for a service, or its oldest connector if none is active. */
export async function findOfAccount(
  db: Queryable,
  accountId: string,
  serviceName: string,
): Promise<SealedConnector | undefined> {
  return db
    .selectFrom("connectors")
    .select(SEALED)
    .where("account_id", "=", accountId)
    .where("service_name", "=", serviceName)
    .orderBy("is_active", "desc")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export async function findByService(
  db: Queryable,
  userId: string,
  serviceName: string,
): Promise<SealedConnector | undefined> {
  return db
    .selectFrom("connectors")
    .select(SEALED)
    .where("user_id", "=", userId)
    .where("service_name", "=", serviceName)
    .executeTakeFirst();
}

/** Returns rows with a value that was encrypted with another key, which means that it does not begin with `prefix`. */
export async function findSealedByOtherKeys(
  db: Queryable,
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<SealedConnector[]> {
  const selectPrefix = (column: "sealed_credential" | "sealed_config") =>
    sql<Buffer>`substring(${sql.ref(column)} FOR ${prefix.length}::int)`;
  return db
    .selectFrom("connectors")
    .select(SEALED)
    .where((row) =>
      row.or([
        row(selectPrefix("sealed_credential"), "<>", prefix),
        row(selectPrefix("sealed_config"), "<>", prefix),
      ]),
    )
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Replaces the values only if they have not changed since they were read. */
export async function replaceSealed(
  db: Queryable,
  read: SealedConnector,
  sealed: SealedSecrets,
): Promise<void> {
  await db
    .updateTable("connectors")
    .set({ sealed_credential: sealed.sealedCredential, sealed_config: sealed.sealedConfig })
    .where("id", "=", read.id)
    .where("sealed_credential", "=", read.sealedCredential)
    .where("sealed_config", "=", read.sealedConfig)
    .execute();
}
