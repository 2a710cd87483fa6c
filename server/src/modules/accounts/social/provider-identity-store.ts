import type { SignInProvider } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/** A person as a provider identifies them. */
export interface ProviderIdentity {
  provider: SignInProvider;
  /** The provider's id for the person, which is never reassigned. */
  subject: string;
}

/** Finds the user with this identity, and records that the identity was used. */
export async function useIdentity(
  db: Queryable,
  { provider, subject }: ProviderIdentity,
): Promise<{ userId: string; isActive: boolean } | undefined> {
  return db
    .updateTable("provider_identities")
    .from("users")
    .set({ last_used_at: sql<Date>`now()` })
    .whereRef("users.id", "=", "provider_identities.user_id")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .returning(["users.id as userId", "users.is_active as isActive"])
    .executeTakeFirst();
}

/** Stores an identity. A person has one identity per provider, so a new identity replaces the previous identity. */
export async function putIdentity(
  tx: Tx,
  { provider, subject, userId, email }: ProviderIdentity & { userId: string; email: string },
): Promise<void> {
  await tx
    .deleteFrom("provider_identities")
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .execute();
  await tx.insertInto("provider_identities").values({ provider, subject, user_id: userId, email }).execute();
}

/** Deletes identities that were linked with an email address other than the account's. */
export async function deleteForeignIdentities(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .deleteFrom("provider_identities")
    .where("user_id", "=", userId)
    .where(sql`lower(email)`, "<>", email.toLowerCase())
    .execute();
}

/** Lists the identities of a person, oldest first. */
export async function readIdentities(db: Queryable, userId: string) {
  return db
    .selectFrom("provider_identities")
    .select(["provider", "email", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .$narrowType<{ provider: SignInProvider }>()
    .execute();
}

/**
 * Unlinks an identity if the person has a password. One statement is enough, because passwords are replaced and never
 * removed. Returns whether an identity was unlinked.
 */
export async function deleteIdentity(
  db: Queryable,
  userId: string,
  provider: SignInProvider,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("provider_identities")
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("user_identities")
          .select("user_id")
          .where("user_id", "=", userId)
          .where("password_hash", "is not", null),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
