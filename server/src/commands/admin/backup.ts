import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import { listMasterKeys, writeMasterKeys } from "../../platform/crypto/master-key-copy.ts";
import { exportDatabase } from "../../platform/db/backup/export-database.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument } from "./arguments.ts";
import { formatCount } from "./output-format.ts";

export const backup: AdminCommand = {
  name: "backup",
  takes: "<file>",
  summary: "back up the database to a file while the server runs",
  explains:
    "The file is a consistent snapshot. `restore` loads it into a new STOA_HOME or an empty database (DATABASE_URL). It does not include the master key, without which stored API keys, connectors and webhook secrets cannot be decrypted. Keep a copy of the key somewhere else, or write a copy with --master-key.",
  options: { "master-key": { value: "file", says: "also write the master key to this file" } },
  async run({ config, db, databaseUrl, actor }, given) {
    const file = resolve(getOnlyArgument(given, "file to write, such as stoa-2026-12-31.backup"));
    const keyFile = given.options["master-key"] === undefined ? null : resolve(given.options["master-key"]);
    for (const path of [file, keyFile])
      if (path !== null && existsSync(path))
        throw new OperatorError(`${path} already exists. Choose another file name.`);
    const keys = listMasterKeys(config.home, config.masterKey);
    if (keyFile !== null && keys.length === 0)
      throw new OperatorError("There is no master key yet. Start the server once to create it.");
    await db.transaction().execute((tx) =>
      recordInAuditLog(tx, {
        actor,
        action: "database.backup",
        subject: "database",
        details: { file: basename(file), with_master_key: String(keyFile !== null) },
      }),
    );
    const ids = keys.map(({ id }) => id.toString("hex"));
    const { tables, rows } = await exportDatabase(databaseUrl, file, ids).catch((cause: unknown) => {
      throw new OperatorError(
        `The backup was not written: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    });
    if (keyFile !== null) await writeMasterKeys(keyFile, keys);
    const { size } = await stat(file);
    return {
      lines: [
        `Backed up ${formatCount(rows, "row")} from ${formatCount(tables, "table")} to ${file} (${formatMegabytes(size)}).`,
        `It does not contain the contents of people's files. Copy ${describeFiles(config.files)} next.`,
        ...(keyFile === null
          ? describeMissingKey(
              config.masterKey === undefined ? join(config.home, "master.key") : "STOA_MASTER_KEY",
            )
          : [
              `${keyFile} contains the master key. Store the two files separately: anyone with both can read stored keys`,
              "and credentials.",
            ]),
      ],
      data: { file, master_key_file: keyFile, tables, rows, bytes: size },
    };
  },
};

function describeFiles({ folder, s3 }: Config["files"]): string {
  return s3 === undefined ? folder : `the bucket ${s3.bucket}`;
}

function describeMissingKey(source: string): string[] {
  return [
    "Warning: this file does not contain the master key. Without it, stored API keys, connectors and webhook",
    `secrets cannot be decrypted. Keep a copy of ${source} somewhere else.`,
  ];
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
