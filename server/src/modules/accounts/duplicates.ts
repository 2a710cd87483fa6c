import { TEXTS } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { getUniqueViolation } from "../../platform/db/errors.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { findCredentials } from "./identity-store.ts";

export const createEmailTakenError = () =>
  new AppError(409, "email_taken", TEXTS.signIn.emailTaken, {
    errors: [{ field: "email", message: TEXTS.signIn.emailTaken }],
  });

const createUsernameTakenError = () =>
  new AppError(409, "username_taken", TEXTS.register.usernameTaken, {
    errors: [{ field: "username", message: TEXTS.register.usernameTaken }],
  });

/**
 * Runs a function that writes a username or an email address. Throws AppError 409 email_taken or username_taken if
 * another account already uses it.
 */
export async function translateDuplicates<T>(
  db: Database,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = getUniqueViolation(error);
    if (constraint === "users_username_key" && !(await findCredentials(db, email)))
      throw createUsernameTakenError();
    if (constraint === "users_username_key" || constraint === "user_identities_email_key")
      throw createEmailTakenError();
    throw error;
  }
}
