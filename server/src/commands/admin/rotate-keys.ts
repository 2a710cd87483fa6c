import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { listSealedApiKeys, listSealedSecrets } from "../../modules/accounts/index.ts";
import { createSealedAgentSecretTable } from "../../modules/catalog/index.ts";
import { createSealedConnectorTable } from "../../modules/connectors/index.ts";
import { createTitleResealing } from "../../modules/conversations/index.ts";
import { createFileKeyResealing } from "../../modules/files/index.ts";
import { createMemoryResealing } from "../../modules/remembered-values/index.ts";
import { createRunResealing } from "../../modules/runs/index.ts";
import { createScheduleResealing } from "../../modules/schedules/index.ts";
import { createSealedSecretTable } from "../../modules/webhooks/index.ts";
import { createWaitResealing, createWorkflowResealing } from "../../modules/workflows/index.ts";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import { ContentVault } from "../../platform/crypto/content-vault.ts";
import { loadMasterKeys } from "../../platform/crypto/load-master-keys.ts";
import { MasterKeyFile } from "../../platform/crypto/master-key-file.ts";
import type { MasterKeys } from "../../platform/crypto/master-keys.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { OperatorError } from "../operator-error.ts";
import { step } from "../steps.ts";
import type { AdminCommand } from "./admin-command.ts";
import { formatCount } from "./output-format.ts";

/**
 * How long a server may still commit a value sealed with the older key: it waits up to 10 s for a connection and 15 s
 * for a statement, and an idle transaction ends after 10 s.
 */
const SETTLE_MS = 60_000;
/** The advisory lock that allows one rotation at a time. Nothing else uses this number. */
const ROTATION_LOCK = 5_150_004;
/** The error lists at most this many of the rows that cannot be decrypted, so that it stays readable. */
const SHOWN_ROWS = 10;

export const rotateMasterKey: AdminCommand = {
  name: "rotate-keys",
  takes: "",
  summary: "re-encrypt stored secrets and contents with a new master key",
  explains:
    "Creates a new master key and re-encrypts everything with it while the server runs. If it is interrupted, run it again. If you use STOA_MASTER_KEY, put the new key and a comma before the current key, restart every node, run this command, and then remove the old key.",
  reportsProgress: true,
  async run({ config, db, actor }) {
    const keys = await loadMasterKeys(config.home, config.masterKey);
    return { lines: await rotateKeys(db, keys, actor), data: null };
  },
};

/**
 * Reseals everything with the current key. For keys in a file, first adds a new current key, and removes the older keys
 * at the end. A repeated call finishes an interrupted rotation with the key that was already added.
 * @returns the lines to show to the operator.
 * @throws OperatorError if another rotation is in progress, or if a value cannot be decrypted.
 */
export async function rotateKeys(
  db: Database,
  keys: MasterKeys,
  actor: string,
  settleMs = SETTLE_MS,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    const lock = await sql<{
      taken: boolean;
    }>`SELECT pg_try_advisory_lock(${ROTATION_LOCK}) AS taken`.execute(connection);
    if (!lock.rows[0]?.taken)
      throw new OperatorError("Another rotation of the keys is in progress. Run this again after it ends.");
    try {
      return keys instanceof MasterKeyFile
        ? await rotateFile(db, keys, actor, settleMs)
        : await sealByFirst(db, keys, actor);
    } finally {
      await sql`SELECT pg_advisory_unlock(${ROTATION_LOCK})`.execute(connection);
    }
  });
}

async function rotateFile(
  db: Database,
  file: MasterKeyFile,
  actor: string,
  settleMs: number,
): Promise<string[]> {
  if (file.getOlder().length === 0) await file.add();
  const sealed = await step("Re-encrypting with the new key", () => resealAll(db, file));
  await step("Waiting for writes in progress", () => delay(settleMs));
  const late = await step("Re-encrypting what was written meanwhile", () => resealAll(db, file));
  const retired = await file.retireOlder();
  await record(db, file, actor, sealed + late);
  return [
    `Re-encrypted ${formatCount(sealed + late, "value")} with the new key. The old keys are in ${retired}.`,
    "Keep that file as long as you keep database backups made before this rotation, then delete it.",
  ];
}

async function sealByFirst(db: Database, keys: MasterKeys, actor: string): Promise<string[]> {
  const sealed = await resealAll(db, keys);
  await record(db, keys, actor, sealed);
  return [
    `Re-encrypted ${formatCount(sealed, "value")} with the first key of STOA_MASTER_KEY.`,
    "To rotate, put a new key and a comma before the current key, restart every node, run this again after a minute,",
    "and then remove the old key.",
  ];
}

/**
 * Reseals all tables in batches with one statement per value, so that no request has to wait for the rotation.
 * @returns the number of values.
 * @throws OperatorError if a value cannot be decrypted.
 */
async function resealAll(db: Database, keys: MasterKeys): Promise<number> {
  const vault = new Vault(keys);
  const tables = [
    await resealTable(listSealedApiKeys(db, vault)),
    await resealTable(listSealedSecrets(db, vault)),
    await resealTable(createSealedConnectorTable(db, vault)),
    await resealTable(createSealedAgentSecretTable(db, vault)),
    await resealTable(createSealedSecretTable(db, vault)),
  ];
  const contents = new ContentVault(keys);
  for (const reseal of [
    createRunResealing(db, contents),
    createTitleResealing(db, contents),
    createMemoryResealing(db, contents),
    createWorkflowResealing(db, contents),
    createWaitResealing(db, contents),
    createScheduleResealing(db, contents),
    createFileKeyResealing(db, contents),
  ])
    tables.push(...(await reseal("older_key")));
  const failed = tables.flatMap((table) => table.failed);
  if (failed.length > 0)
    throw new OperatorError(
      `Failed to decrypt ${failed.slice(0, SHOWN_ROWS).join(", ")}${failed.length > SHOWN_ROWS ? ` and ${failed.length - SHOWN_ROWS} more` : ""}. These values were not changed, and all keys are kept.`,
    );
  return tables.reduce((sum, { count }) => sum + count, 0);
}

async function record(db: Database, keys: MasterKeys, actor: string, count: number): Promise<void> {
  await db.transaction().execute((tx) =>
    recordInAuditLog(tx, {
      actor,
      action: "master_key.rotate",
      subject: keys.current().id.toString("hex"),
      details: { sealed: String(count) },
    }),
  );
}
