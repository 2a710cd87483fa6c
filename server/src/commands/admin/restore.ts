import { resolve } from "node:path";
import pg from "pg";
import type { Config } from "../../config.ts";
import { ledger, resetRollUps } from "../../modules/ledger/index.ts";
import { reconcile } from "../../modules/operator/index.ts";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import { installMasterKeys, listMasterKeys, readMasterKeys } from "../../platform/crypto/master-key-copy.ts";
import type { BackupHeader } from "../../platform/db/backup/backup-format.ts";
import { BackupFileError } from "../../platform/db/backup/backup-reader.ts";
import { countUsers, listMigrations } from "../../platform/db/backup/database-catalog.ts";
import { importDatabase, readBackupHeader } from "../../platform/db/backup/import-database.ts";
import { SchemaVersionError, toCurrentNames } from "../../platform/db/schema/baseline.ts";
import { migrate, migrateWithin } from "../../platform/db/schema/migrate.ts";
import { readSchemaFiles, type SchemaFiles } from "../../platform/db/schema/schema-files.ts";
import { OperatorError } from "../operator-error.ts";
import { SERVER } from "../paths.ts";
import type { AdminCommand, OperatorTools } from "./admin-command.ts";
import { getOnlyArgument } from "./arguments.ts";
import { formatCount } from "./output-format.ts";

export const restore: AdminCommand = {
  name: "restore",
  takes: "<file>",
  summary: "restore a backup into a new home or an empty database",
  explains:
    "The database must be empty; existing data is never replaced. The ledger is checked at the end. Provide the backup's master key with --master-key, in STOA_HOME or in STOA_MASTER_KEY. Without it, stored API keys, connectors and webhook secrets cannot be decrypted. Once started, a restored server runs its schedules and delivers its webhooks, even if the original server is still running.",
  options: { "master-key": { value: "file", says: "key file written by backup, or a copy of master.key" } },
  asks: true,
  async run(tools, given) {
    const file = resolve(getOnlyArgument(given, "backup"));
    const header = await convertErrors(() => readBackupHeader(file));
    const files = readSchemaFiles(SERVER);
    const migrations = requireKnownMigrations(header, files);
    await requireEmptyDatabase(tools.databaseUrl, migrations, files);
    await placeMasterKey(tools, header, given.options["master-key"]);
    await migrate(tools.databaseUrl, files, { last: migrations.at(-1) });
    const { tables, rows } = await convertErrors(() =>
      importDatabase(tools.databaseUrl, file, async (client) => {
        await migrateWithin(client, files);
        await resetRollUps((statement) => client.query(statement));
      }),
    );
    await tools.db.transaction().execute((tx) =>
      recordInAuditLog(tx, {
        actor: tools.actor,
        action: "database.restore",
        subject: "database",
        details: { written_at: header.created_at },
      }),
    );
    const { findings } = await reconcile(tools.db, ledger);
    return {
      lines: [
        `Restored ${formatCount(rows, "row")} in ${formatCount(tables, "table")} as of ${header.created_at}.`,
        ...(findings.length === 0
          ? ["The ledger is consistent. Start the server with the same settings."]
          : [`Found ${formatCount(findings.length, "difference")}:`, ...findings.map((line) => `  ${line}`)]),
      ],
      data: { tables, rows, written_at: header.created_at, findings },
      failed: findings.length > 0,
    };
  },
};

/** Returns the backup's migrations by their current names. Throws if this version of Stoa does not have one of them. */
function requireKnownMigrations({ migrations }: BackupHeader, files: SchemaFiles): string[] {
  const known = files.migrations.map(({ name }) => name);
  const current = mapToCurrentNames(migrations, known);
  const unknown = current.find((name, index) => known[index] !== name);
  if (unknown === undefined) return current;
  throw new OperatorError(
    `The backup was written by another version of Stoa (this version has no ${unknown}). Restore it with that version or a newer one.`,
  );
}

function mapToCurrentNames(migrations: readonly string[], known: readonly string[]): string[] {
  try {
    return toCurrentNames(migrations, known);
  } catch (error) {
    throw error instanceof SchemaVersionError ? new OperatorError(error.message, { cause: error }) : error;
  }
}

async function requireEmptyDatabase(
  url: string,
  migrations: readonly string[],
  files: SchemaFiles,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const applied = mapToCurrentNames(
      await listMigrations(client),
      files.migrations.map(({ name }) => name),
    );
    const isAhead = applied.some((name, index) => migrations[index] !== name);
    const users = applied.length === 0 ? 0 : await countUsers(client);
    if (users === 0 && !isAhead) return;
    throw new OperatorError(
      `The database ${users === 0 ? "was set up by another version" : `is in use: it has ${formatCount(users, "user")}`}. ` +
        "Restore into a new home (STOA_HOME) or an empty database (DATABASE_URL).",
    );
  } finally {
    await client.end();
  }
}

/**
 * Installs the master keys in `keyFile` if the backup needs a key that is not installed. If a key is missing and there
 * is no `keyFile`, asks the operator to accept that sealed values cannot be decrypted.
 * @throws OperatorError if `keyFile` does not contain the missing key, or if the operator declines.
 */
async function placeMasterKey(
  { config, confirm }: OperatorTools,
  { master_key_ids: wanted }: BackupHeader,
  keyFile: string | undefined,
): Promise<void> {
  const present = listMasterKeys(config.home, config.masterKey);
  const given = keyFile === undefined ? [] : readMasterKeys(resolve(keyFile));
  const opens = new Set([...present, ...given].map(({ id }) => id.toString("hex")));
  if (!wanted.every((id) => opens.has(id))) {
    if (keyFile !== undefined)
      throw new OperatorError(
        `${keyFile} contains a different master key than this backup needs. Use the key file of this backup.`,
      );
    await confirm(
      "The master key of this backup is missing, so stored API keys, connectors and webhook secrets cannot be decrypted. Restore anyway?",
    );
  }
  if (given.length > 0 && !wanted.every((id) => present.some((key) => key.id.toString("hex") === id)))
    await installKeys(config, given);
}

async function installKeys(config: Config, keys: Parameters<typeof installMasterKeys>[1]): Promise<void> {
  if (config.masterKey !== undefined)
    throw new OperatorError("STOA_MASTER_KEY does not match this backup. Set it to the backup's master key.");
  await installMasterKeys(config.home, keys);
}

async function convertErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BackupFileError ? new OperatorError(cause.message, { cause }) : cause;
  }
}
