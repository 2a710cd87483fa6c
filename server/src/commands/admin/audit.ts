import { type AuditRow, readAuditLog, readUserRecord } from "../../modules/operator/index.ts";
import type { AuditFacts } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/db/database.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { parseAgentId, parseSince } from "./arguments.ts";
import { formatMoment } from "./output-format.ts";

/** The default number of entries: one or two screens. */
const LISTED = 50;
/** The maximum number of entries. Older ones are read page by page, with `--before`. */
const LISTED_MAX = 1000;

export const audit: AdminCommand = {
  name: "audit",
  takes: "",
  summary: "list operator actions with their reasons, newest first",
  explains:
    "The log is append-only: the database refuses to change or delete a row. Each row is written in the same transaction as its action.",
  options: {
    actor: { value: "<who>", says: "only this actor, for example operator:root" },
    action: { value: "<what>", says: "only this action or kind, for example run.refund or agent" },
    user: { value: "<username>", says: "only actions on this user or their account" },
    agent: { value: "<number>", says: "only actions on this agent" },
    subject: { value: "<id>", says: "only actions on this subject, such as a run or a review" },
    since: { value: "<day>", says: "only from this day on, for example 2026-11-01 or 7d" },
    before: { value: "<id>", says: "only rows older than this row" },
    limit: { value: "<number>", says: `number of rows, default ${LISTED}` },
  },
  async run({ db }, { words, options }) {
    if (words.length > 0)
      throw new OperatorError(`Unknown argument "${words[0]}". See: stoa admin audit --help`);
    const subjects = await findSubjects(db, options);
    const limit = parseLimit(options.limit);
    const rows = await readAuditLog(db, {
      ...(options.actor !== undefined && { actor: options.actor }),
      ...(options.action !== undefined && { action: options.action }),
      ...(options.before !== undefined && { before: options.before }),
      ...(options.since !== undefined && { since: parseSince(options.since, new Date()) }),
      ...(subjects && { subjects }),
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const lines = shown.flatMap(formatEntry);
    if (last) lines.push(`For older rows add --before ${last.id}`);
    return {
      lines: lines.length > 0 ? lines : ["No matching rows in the audit log."],
      data: { entries: shown, next_before: last?.id ?? null },
    };
  },
};

async function findSubjects(
  db: Database,
  { user, agent, subject }: Readonly<Record<string, string | undefined>>,
): Promise<string[] | undefined> {
  if ([user, agent, subject].filter((each) => each !== undefined).length > 1)
    throw new OperatorError("Use only one of --user, --agent and --subject.");
  if (agent !== undefined) return [`agent:${parseAgentId(agent)}`];
  if (subject !== undefined) return [subject];
  if (user === undefined) return undefined;
  const person = await readUserRecord(db, user);
  if (!person) throw new OperatorError(`There is no user "${user}".`);
  return [person.userId, person.accountId];
}

function parseLimit(word: string | undefined): number {
  if (word === undefined) return LISTED;
  if (!/^[1-9]\d{0,3}$/.test(word) || Number(word) > LISTED_MAX)
    throw new OperatorError(`--limit must be a number from 1 to ${LISTED_MAX}.`);
  return Number(word);
}

function formatEntry({ id, at, actor, action, subject, reason, before, after, details }: AuditRow): string[] {
  const change =
    before === null && after === null ? [] : [`  ${formatFacts(before)} -> ${formatFacts(after)}`];
  const more = formatFacts(details);
  return [
    `${formatMoment(at)}  ${actor}  ${action}  ${subject}`,
    ...(reason === null ? [] : [`  because: ${reason}`]),
    ...change,
    ...(more === "" ? [] : [`  ${more}`]),
    `  ${id}`,
  ];
}

/** Formats details briefly: `{"plan": "free"}` becomes `plan free`. */
function formatFacts(facts: AuditFacts | null): string {
  return Object.entries(facts ?? {})
    .map(([name, each]) => `${name.replaceAll("_", " ")} ${each === null ? "nothing" : String(each)}`)
    .join(", ");
}
