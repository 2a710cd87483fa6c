import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { listSealedApiKeys, listSealedSecrets } from "../../modules/accounts/index.ts";
import { sealedConnectors } from "../../modules/connectors/index.ts";
import { sealedWebhookSecrets } from "../../modules/webhooks/index.ts";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import { loadMasterKeys } from "../../platform/crypto/load-master-keys.ts";
import { MasterKeyFile } from "../../platform/crypto/master-key-file.ts";
import type { MasterKeys } from "../../platform/crypto/master-keys.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { OperatorError } from "../operator-error.ts";
import { step } from "../steps.ts";
import type { AdminCommand } from "./admin-command.ts";

/**
 * How long a server may still commit a value sealed with the older key: it waits up to 10 s for a connection and 15 s
 * for a statement, and an idle transaction ends after 10 s.
 */
const SETTLE_MS = 60_000;
/** The advisory lock that allows one rotation at a time. Nothing else uses this number. */
const ROTATION_LOCK = 5_150_004;
/** The number of rows that do not open listed in the error. A longer list would not be readable. */
const SHOWN_ROWS = 10;

export const rotateMasterKey: AdminCommand = {
  name: "rotate-keys",
  takes: "",
  summary: "seal stored keys and credentials by a new master key",
  explains:
    "A new master key is made and everything sealed by it, while the server serves. What was interrupted is finished by running it again. With STOA_MASTER_KEY write the new key and a comma before the present one, restart every node, run this, and then take the older key out.",
  reportsProgress: true,
  async run({ config, db, actor }) {
    const keys = await loadMasterKeys(config.home, config.masterKey);
    return { lines: await rotateKeys(db, keys, actor), data: null };
  },
};

/**
 * Reseals everything with the current key. For keys in a file, first adds a new key as the current one, and removes
 * the older keys at the end. Repeating an interrupted rotation finishes it with the key that it had added.
 * @returns the lines to show to the operator.
 * @throws OperatorError if another rotation is in progress, or if a value does not open.
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
    if (!lock.rows[0]?.taken) throw new OperatorError("Another rotation of the keys is in progress.");
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
  if (file.older().length === 0) await file.add();
  const sealed = await step("Sealing by the new key", () => resealAll(db, file));
  await step("Waiting for what is being written", () => delay(settleMs));
  const late = await step("Sealing what was written meanwhile", () => resealAll(db, file));
  const retired = await file.retireOlder();
  await record(db, file, actor, sealed + late);
  return [
    `${sealed + late} values are sealed by the new key. The older keys are in ${retired}:`,
    "keep that file as long as backups of the database from before, then delete it.",
  ];
}

async function sealByFirst(db: Database, keys: MasterKeys, actor: string): Promise<string[]> {
  const sealed = await resealAll(db, keys);
  await record(db, keys, actor, sealed);
  return [
    `${sealed} values were sealed anew by the first key of STOA_MASTER_KEY.`,
    "To rotate: write a new key and a comma before the present one, restart every node, run this again after a minute,",
    "and then take the older one out.",
  ];
}

/**
 * Reseals all tables in batches with one statement per value, so that nothing has to wait for it. @returns the number
 * of values.
 */
async function resealAll(db: Database, keys: MasterKeys): Promise<number> {
  const vault = new Vault(keys);
  const tables = [
    await resealTable(listSealedApiKeys(db, vault)),
    await resealTable(listSealedSecrets(db, vault)),
    await resealTable(sealedConnectors(db, vault)),
    await resealTable(sealedWebhookSecrets(db, vault)),
  ];
  const failed = tables.flatMap((table) => table.failed);
  if (failed.length > 0)
    throw new OperatorError(
      `${failed.length} values do not open and stay as they are, and the older keys stay too: ${failed
        .slice(0, SHOWN_ROWS)
        .join(", ")}`,
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
