import { readConfig } from "../../config.ts";
import type { Database } from "../../platform/db/database.ts";
import type { CommandResult } from "./admin-command.ts";
import { ADMIN_COMMANDS } from "./commands.ts";
import { readArguments } from "./run-admin.ts";

export const OPERATOR = "operator:tester";

/**
 * Returns a function that runs a command on this database as if it were typed. It records the command's questions and
 * answers yes.
 */
export function createAdmin(db: Database, databaseUrl = "", env: Record<string, string> = {}) {
  return async (name: string, ...args: string[]): Promise<CommandResult & { asked: string[] }> => {
    const command = ADMIN_COMMANDS.find((each) => each.name === name);
    if (!command) throw new Error(`there is no command ${name}`);
    const asked: string[] = [];
    const confirm = async (question: string) => void asked.push(question);
    const config = readConfig(env, process.cwd());
    const { given } = readArguments(command, args);
    const answer = await command.run({ config, db, databaseUrl, actor: OPERATOR, confirm }, given);
    return { ...answer, asked };
  };
}

/** Returns the audit log of a subject, oldest first. */
export async function readAuditEntries(db: Database, subject: string) {
  return db
    .selectFrom("audit_log")
    .select(["actor", "action", "reason", "before", "after"])
    .where("subject", "=", subject)
    .orderBy("id")
    .execute();
}
