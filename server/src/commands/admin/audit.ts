import { type AuditRow, readAuditLog, readUserRecord } from "../../modules/operator/index.ts";
import type { AuditFacts } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/db/database.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { agentIdOf, since } from "./arguments.ts";
import { moment } from "./words.ts";

/** One or two screens. */
const LISTED = 50;
/** The rest is read page by page, with `--before`. */
const LISTED_MAX = 1000;

export const audit: AdminCommand = {
  name: "audit",
  takes: "",
  summary: "what operators did, to what and why, newest first",
  explains:
    "The log is append-only: the database refuses to change or remove a row. Each is written with the act itself.",
  options: {
    actor: { value: "<who>", says: "of one actor, as operator:root" },
    action: { value: "<what>", says: "of one action, or one kind of things: run.refund, agent" },
    user: { value: "<username>", says: "what was done to a user or their account" },
    agent: { value: "<number>", says: "what was done to an agent" },
    subject: { value: "<id>", says: "what was done to anything else, such as a run or a review" },
    since: { value: "<day>", says: "from a day on, as 2026-11-01 or 7d" },
    before: { value: "<id>", says: "older than a row of the list" },
    limit: { value: "<number>", says: `how many, ${LISTED} if not said` },
  },
  async run({ db }, { words, options }) {
    if (words.length > 0) throw new OperatorError(`audit takes no "${words[0]}"; see audit --help.`);
    const subjects = await subjectsOf(db, options);
    const limit = limitOf(options.limit);
    const rows = await readAuditLog(db, {
      ...(options.actor !== undefined && { actor: options.actor }),
      ...(options.action !== undefined && { action: options.action }),
      ...(options.before !== undefined && { before: options.before }),
      ...(options.since !== undefined && { since: since(options.since, new Date()) }),
      ...(subjects && { subjects }),
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const lines = shown.flatMap(inWords);
    if (last) lines.push(`There is more: add --before ${last.id}`);
    return {
      lines: lines.length > 0 ? lines : ["Nothing in the audit log matches."],
      data: { entries: shown, next_before: last?.id ?? null },
    };
  },
};

async function subjectsOf(
  db: Database,
  { user, agent, subject }: Readonly<Record<string, string | undefined>>,
): Promise<string[] | undefined> {
  if ([user, agent, subject].filter((each) => each !== undefined).length > 1)
    throw new OperatorError("Name one of --user, --agent and --subject.");
  if (agent !== undefined) return [`agent:${agentIdOf(agent)}`];
  if (subject !== undefined) return [subject];
  if (user === undefined) return undefined;
  const person = await readUserRecord(db, user);
  if (!person) throw new OperatorError(`There is no user "${user}".`);
  return [person.userId, person.accountId];
}

function limitOf(word: string | undefined): number {
  if (word === undefined) return LISTED;
  if (!/^[1-9]\d{0,3}$/.test(word) || Number(word) > LISTED_MAX)
    throw new OperatorError(`--limit is a number from 1 to ${LISTED_MAX}.`);
  return Number(word);
}

function inWords({ id, at, actor, action, subject, reason, before, after, details }: AuditRow): string[] {
  const change = before === null && after === null ? [] : [`  ${inBrief(before)} -> ${inBrief(after)}`];
  const more = inBrief(details);
  return [
    `${moment(at)}  ${actor}  ${action}  ${subject}`,
    ...(reason === null ? [] : [`  because: ${reason}`]),
    ...change,
    ...(more === "" ? [] : [`  ${more}`]),
    `  ${id}`,
  ];
}

/** Formats `{"plan": "free"}` as `plan free`. */
function inBrief(facts: AuditFacts | null): string {
  return Object.entries(facts ?? {})
    .map(([name, each]) => `${name.replaceAll("_", " ")} ${each === null ? "nothing" : String(each)}`)
    .join(", ");
}
