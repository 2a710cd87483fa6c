import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import { listMasterKeys, writeMasterKeys } from "../../platform/crypto/master-key-copy.ts";
import { exportDatabase } from "../../platform/db/backup/export-database.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { onlyWord } from "./arguments.ts";
import { count } from "./words.ts";

export const backup: AdminCommand = {
  name: "backup",
  takes: "<file>",
  summary: "write the database to a file while the server runs",
  explains:
    "The file says what was committed at one moment, and `restore` makes the same of it in a new STOA_HOME or in an empty database of DATABASE_URL. It does not hold the master key, without which the stored API keys, connectors and webhook secrets cannot be opened: keep a copy of that somewhere else, or let this command write one with --master-key.",
  options: { "master-key": { value: "file", says: "write the master key to this file as well" } },
  async run({ config, db, databaseUrl, actor }, given) {
    const file = resolve(onlyWord(given, "file to write, such as stoa-2026-12-31.backup"));
    const keyFile = given.options["master-key"] === undefined ? null : resolve(given.options["master-key"]);
    for (const path of [file, keyFile])
      if (path !== null && existsSync(path)) throw new OperatorError(`${path} exists already.`);
    const keys = listMasterKeys(config.home, config.masterKey);
    if (keyFile !== null && keys.length === 0)
      throw new OperatorError("There is no master key yet: start the server once.");
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
        `${file} holds ${count(rows, "row")} of ${count(tables, "table")} (${megabytes(size)}).`,
        ...(keyFile === null
          ? withoutKey(config.masterKey === undefined ? join(config.home, "master.key") : "STOA_MASTER_KEY")
          : [
              `${keyFile} holds the master key. Keep the two files apart: with both of them stored keys can be read`,
              "and credentials.",
            ]),
      ],
      data: { file, master_key_file: keyFile, tables, rows, bytes: size },
    };
  },
};

function withoutKey(source: string): string[] {
  return [
    "Warning: this file does not hold the master key. Without it the stored API keys, connectors and webhook",
    `secrets cannot be opened. Keep a copy of ${source} in another place.`,
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
