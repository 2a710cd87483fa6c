import { formatBytes } from "@stoa/contract";
import { setOwnFileLimit } from "../../modules/files/index.ts";
import { findOwner } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { requireReason } from "./arguments.ts";

const USAGE = "Usage: stoa admin set-file-limit <username> <size|plan> --reason <why>";
const UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };
/** The maximum size. A larger one is probably a typing error, because few disks are larger. */
const MAX_BYTES = 100 * 1e12;

export const setFileLimit: AdminCommand = {
  name: "set-file-limit",
  takes: "<username> <size|plan> --reason <why>",
  summary: "change how much space for files a user has",
  explains:
    "The size, such as 500MB or 20GB, replaces what the user's plan includes, also after the plan changes. `plan` removes it. Users who have more keep their files, and cannot add others until they have deleted enough. The maximum size of one file is still that of the plan. Users see the limit in Settings, but not the reason.",
  options: { reason: { value: "<why>", says: "written to the audit log" } },
  async run({ db, actor }, given) {
    const [username, size] = given.words;
    if (!username || !size || given.words.length > 2) throw new OperatorError(USAGE);
    const bytes = parseSize(size);
    const reason = requireReason(given);
    const owner = await findOwner(db, username);
    if (!owner) throw new OperatorError(`There is no user "${username}".`);
    await setOwnFileLimit(db, { accountId: owner.accountId, bytes, actor, reason });
    const limit = bytes === null ? "what the plan includes" : formatBytes(bytes);
    return {
      lines: [`The files of ${owner.username} can have ${limit}.`],
      data: { username: owner.username, limit_bytes: bytes },
    };
  },
};

/** Returns a size in bytes, or null for `plan`. @throws OperatorError for anything else */
export function parseSize(word: string): number | null {
  if (word === "plan") return null;
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(MB|GB|TB)$/i.exec(word);
  if (!match)
    throw new OperatorError(`"${word}" is not a size. Use a size such as 500MB or 20GB, or "plan".`);
  const bytes = Math.round(Number(match[1]) * (UNITS[match[2]?.toUpperCase() ?? ""] ?? 0));
  if (bytes > MAX_BYTES) throw new OperatorError(`The largest limit is ${formatBytes(MAX_BYTES)}.`);
  return bytes;
}
