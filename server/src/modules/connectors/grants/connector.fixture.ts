import type { Database } from "../../../platform/db/database.ts";

interface Owner {
  accountId: string;
  userId: string;
}

/** Inserts a connector whose credential cannot be decrypted. */
export async function someConnector(db: Database, owner: Owner, service: string): Promise<string> {
  const row = await db
    .insertInto("connectors")
    .values({
      account_id: owner.accountId,
      user_id: owner.userId,
      service_name: service,
      credential_kind: "api_key",
      sealed_credential: Buffer.from("sealed"),
      sealed_config: Buffer.from("sealed"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function switchOff(db: Database, connectorId: string): Promise<void> {
  await db.updateTable("connectors").set({ is_active: false }).where("id", "=", connectorId).execute();
}
