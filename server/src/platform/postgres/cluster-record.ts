import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const ClusterRecord = z.object({
  /** The folder with data, socket and log: normally <home>/postgres, elsewhere when its user cannot enter that. */
  base: z.string(),
  password: z.string(),
  /** The port of the last start, tried again first so that an operator's tools keep working. */
  port: z.int().min(1).max(65535).nullable(),
});

/** What must be remembered in the home folder about its cluster. Holds the password, hence mode 0600. */
export type ClusterRecord = z.infer<typeof ClusterRecord>;

/** The record of a home folder, or null when there is none or it cannot be understood. */
export function readClusterRecord(homeBase: string): ClusterRecord | null {
  const file = recordFile(homeBase);
  if (!existsSync(file)) return null;
  const parsed = ClusterRecord.safeParse(parseJson(readFileSync(file, "utf8")));
  return parsed.success ? parsed.data : null;
}

/** Writes the record whole or not at all, owned by the owner of its folder even when root writes it. */
export function writeClusterRecord(homeBase: string, record: ClusterRecord): void {
  const file = recordFile(homeBase);
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  chmodSync(unfinished, 0o600);
  if (process.getuid?.() === 0) {
    const owner = statSync(dirname(file));
    chownSync(unfinished, owner.uid, owner.gid);
  }
  renameSync(unfinished, file);
}

/** 192 random bits in letters that stand in a URL unescaped. */
export function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

function recordFile(homeBase: string): string {
  return join(homeBase, "cluster.json");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
