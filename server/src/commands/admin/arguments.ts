import { NANO_PER_USD, nanoToDecimal } from "@stoa/contract";
import { OperatorError } from "../operator-error.ts";
import type { CommandArguments } from "./admin-command.ts";

/** The maximum amount of one grant. A higher amount is probably a typing error. */
const GRANT_MAX_USD = 100_000n;
/**
 * The maximum length of a reason. Reasons are shown in notifications, where nobody would read a longer text.
 */
const REASON_MAX_CHARS = 500;
const DAY_MS = 86_400_000;
/**
 * The maximum number of days until credits expire. A higher number is probably a typing error, because promotional
 * credits rarely last this long.
 */
const EXPIRY_MAX_DAYS = 5 * 365;

/** Returns a command's only positional argument. @throws OperatorError if there is none or more than one. */
export function getOnlyArgument({ words }: CommandArguments, what: string): string {
  const [word] = words;
  if (word === undefined || word === "" || words.length > 1) throw new OperatorError(`Name one ${what}.`);
  return word;
}

/** Returns the reason. @throws OperatorError if there is none, because the audit log requires one. */
export function requireReason({ options }: CommandArguments): string {
  const reason = getReason({ options });
  if (reason === undefined)
    throw new OperatorError('Add a reason, for example --reason "sends its input to a third party".');
  return reason;
}

export function getReason({ options }: Pick<CommandArguments, "options">): string | undefined {
  const reason = options.reason?.trim();
  if (reason === undefined || reason === "") return undefined;
  if (reason.length > REASON_MAX_CHARS)
    throw new OperatorError(`A reason can have at most ${REASON_MAX_CHARS} characters.`);
  return reason;
}

export function parseAgentId(word: string): number {
  if (!/^[1-9]\d{0,8}$/.test(word))
    throw new OperatorError(`"${word}" is not an agent ID. An agent ID is a number.`);
  return Number(word);
}

export function parseRunId(word: string): string {
  if (!/^run_[0-9a-f]{32}$/.test(word))
    throw new OperatorError(`"${word}" is not a run ID. A run ID looks like run_0193...`);
  return word;
}

/** Parses an amount of USD exactly. Returns nano-USD. */
export function parseAmount(word: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(word);
  if (!match)
    throw new OperatorError(
      `"${word}" is not an amount. Use USD with at most nine decimals, such as 25 or 0.5.`,
    );
  const amount = BigInt(match[1] ?? 0) * NANO_PER_USD + BigInt((match[2] ?? "").padEnd(9, "0"));
  if (amount === 0n) throw new OperatorError("The amount must be greater than 0 USD.");
  if (amount > GRANT_MAX_USD * NANO_PER_USD)
    throw new OperatorError(
      `The limit per grant is ${GRANT_MAX_USD} USD; you entered ${nanoToDecimal(amount)} USD.`,
    );
  return amount;
}

/** Returns the last moment (UTC) of a day, written as a date (`2026-12-31`) or as a number of days from now (`30d`). */
export function endOfDay(word: string, now: Date): Date {
  const day = parseDay(word, now, 1);
  const end = new Date(`${day.toISOString().slice(0, 10)}T23:59:59.999Z`);
  const days = (end.getTime() - now.getTime()) / DAY_MS;
  if (days <= 0) throw new OperatorError(`${word} has passed. Use a later day.`);
  if (days > EXPIRY_MAX_DAYS)
    throw new OperatorError(`${word} is more than five years away. Use an earlier day.`);
  return end;
}

/** Returns the start of a period, written as a date (`2026-11-01`) or as a number of days ago (`7d`). */
export function parseSince(word: string, now: Date): Date {
  return parseDay(word, now, -1);
}

function parseDay(word: string, now: Date, direction: 1 | -1): Date {
  const days = /^(\d{1,5})d$/.exec(word);
  if (days) return new Date(now.getTime() + direction * Number(days[1]) * DAY_MS);
  const day = new Date(`${word}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== word)
    throw new OperatorError(
      `"${word}" is not a date. Use a date such as 2026-12-31 or a number of days such as 30d.`,
    );
  return day;
}
