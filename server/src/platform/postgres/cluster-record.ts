import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { isSystemFolder } from "./cluster-location.ts";

const Remembered = {
  password: z.string(),
  /**
   * The port of the last start, which is tried first so that an operator's tools keep working. Null before the first
   * start.
   */
  port: z.int().min(1).max(65535).nullable(),
};
const ClusterRecord = z.object({ place: z.enum(["home", "system"]), ...Remembered });

/** Earlier versions recorded an absolute path, so a copied home found the database of its original. */
const EarlierRecord = z.object({ base: z.string(), ...Remembered }).transform(
  ({ base, ...rest }): ClusterRecord => ({
    place: isSystemFolder(base) ? "system" : "home",
    ...rest,
  }),
);

/** The record of a database cluster in its home folder. It contains the password, so the file has mode 0600. */
export type ClusterRecord = z.infer<typeof ClusterRecord>;

/** Returns the record of a home folder, or null if there is none or it is unreadable. */
export function readClusterRecord(homeBase: string): ClusterRecord | null {
  const file = recordFile(homeBase);
  if (!existsSync(file)) return null;
  const parsed = z.union([ClusterRecord, EarlierRecord]).safeParse(parseJson(readFileSync(file, "utf8")));
  return parsed.success ? parsed.data : null;
}

/** Writes the record atomically. It belongs to the owner of its folder even if root writes it. */
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

/** Returns 192 random bits in characters that need no escaping in a URL. */
export function generatePassword(): string {
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
