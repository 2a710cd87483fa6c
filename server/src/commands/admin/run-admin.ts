import { parseArgs } from "node:util";
import { nanoToDecimal } from "@stoa/contract";
import pg from "pg";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { joinDatabaseServer } from "../database-server.ts";
import { OperatorError } from "../operator-error.ts";
import { quietLog } from "../quiet-log.ts";
import { say } from "../steps.ts";
import { actorOnThisMachine } from "./actor.ts";
import type { AdminCommand, Answer, GivenArguments } from "./admin-command.ts";
import { ADMIN_COMMANDS } from "./commands.ts";
import { confirmation } from "./confirmation.ts";
import { commandHelp, commandList } from "./help.ts";
import { printable } from "./words.ts";

/** Runs `stoa admin`, with or without a running server. @returns the exit code. */
export async function runAdmin(config: Config, args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help") return told(commandList(ADMIN_COMMANDS));
  const command = ADMIN_COMMANDS.find((each) => each.name === name);
  if (!command)
    throw new OperatorError(
      `There is no command "admin ${name}".\n\n${commandList(ADMIN_COMMANDS).join("\n")}`,
    );
  const { flags, given } = readArguments(command, rest);
  if (flags.help) return told(commandHelp(command));
  const answer = await carryOut(config, command, given, flags.yes);
  if (flags.json) say(JSON.stringify(answer.data, exactMoney, 2));
  else told(answer.lines.map(printable));
  return answer.failed ? 1 : 0;
}

async function carryOut(
  config: Config,
  command: AdminCommand,
  given: GivenArguments,
  isConfirmed: boolean,
): Promise<Answer> {
  const server = await joinDatabaseServer(config, quietLog);
  const { db } = openDatabase({ url: server.ownerUrl, poolSize: 2, onLost: () => {} });
  try {
    const actor = actorOnThisMachine();
    return await command.run(
      { config, db, databaseUrl: server.ownerUrl, actor, confirm: confirmation(isConfirmed) },
      given,
    );
  } catch (error) {
    throw isOfAnOlderSchema(error)
      ? new OperatorError(
          "The database is not up to date: run `npx stoa migrate`, or start the server once.",
          {
            cause: error,
          },
        )
      : error;
  } finally {
    await db.destroy();
    await server.stop();
  }
}

/** Parses a command's arguments. @throws OperatorError for arguments that the command does not accept. */
export function readArguments(command: AdminCommand, args: string[]) {
  const flag = { type: "boolean", default: false } as const;
  const own = Object.fromEntries(
    Object.keys(command.options ?? {}).map((name) => [name, { type: "string" } as const]),
  );
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...own,
        help: { ...flag, short: "h" },
        ...(command.asks && { yes: { ...flag, short: "y" } }),
        ...(!command.reportsProgress && { json: flag }),
      },
    });
    const options = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    const flags = { help: values.help === true, yes: values.yes === true, json: values.json === true };
    return { flags, given: { words: positionals, options } };
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split(/\. To specify|\n/) : [String(error)];
    throw new OperatorError(`${reason}\n\n${commandHelp(command).join("\n")}`, { cause: error });
  }
}

function told(lines: readonly string[]): number {
  for (const line of lines) say(line);
  return 0;
}

/** Writes bigint amounts as exact decimal strings in USD. */
function exactMoney(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? nanoToDecimal(value) : value;
}

/** The PostgreSQL codes are undefined_table, undefined_column and undefined_function. */
function isOfAnOlderSchema(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ["42P01", "42703", "42883"].includes(error.code ?? "");
}
