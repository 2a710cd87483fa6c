import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { nanoToDecimal } from "@stoa/contract";
import pg from "pg";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { joinDatabaseServer } from "../database-server.ts";
import { OperatorError } from "../operator-error.ts";
import { quietLog } from "../quiet-log.ts";
import { printLine } from "../steps.ts";
import { getLocalActor } from "./actor.ts";
import type { AdminCommand, CommandArguments, CommandResult } from "./admin-command.ts";
import { ADMIN_COMMANDS } from "./commands.ts";
import { renderCommandHelp, renderCommandList } from "./help.ts";
import { toPrintable } from "./output-format.ts";

/** Runs `stoa admin`, with or without a running server. @returns the exit code. */
export async function runAdmin(config: Config, args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help")
    return printLines(renderCommandList(ADMIN_COMMANDS));
  const command = ADMIN_COMMANDS.find((each) => each.name === name);
  if (!command)
    throw new OperatorError(
      `Unknown command "admin ${name}".\n\n${renderCommandList(ADMIN_COMMANDS).join("\n")}`,
    );
  const { flags, given } = readArguments(command, rest);
  if (flags.help) return printLines(renderCommandHelp(command));
  const answer = await carryOut(config, command, given, flags.yes);
  if (flags.json) printLine(JSON.stringify(answer.data, toExactMoney, 2));
  else printLines(answer.lines.map(toPrintable));
  return answer.failed ? 1 : 0;
}

async function carryOut(
  config: Config,
  command: AdminCommand,
  given: CommandArguments,
  isConfirmed: boolean,
): Promise<CommandResult> {
  const server = await joinDatabaseServer(config, quietLog);
  const { db } = openDatabase({ url: server.ownerUrl, poolSize: 2, onLost: () => {} });
  try {
    const actor = getLocalActor();
    return await command.run(
      { config, db, databaseUrl: server.ownerUrl, actor, confirm: createConfirmation(isConfirmed) },
      given,
    );
  } catch (error) {
    throw isOfAnOlderSchema(error)
      ? new OperatorError(
          "The database schema is out of date. Run `npx stoa migrate` or start the server once.",
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
    throw new OperatorError(`${reason}\n\n${renderCommandHelp(command).join("\n")}`, { cause: error });
  }
}

function printLines(lines: readonly string[]): number {
  for (const line of lines) printLine(line);
  return 0;
}

/** Writes bigint amounts as exact decimal strings in USD. */
function toExactMoney(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? nanoToDecimal(value) : value;
}

/**
 * Returns whether a database error means that the schema is older than this program: an undefined table,
 * column or function.
 */
function isOfAnOlderSchema(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ["42P01", "42703", "42883"].includes(error.code ?? "");
}

/**
 * Returns a function that asks the person at the terminal for confirmation. If `--yes` was given,
 * the function confirms without asking.
 */
function createConfirmation(isConfirmed: boolean): (question: string) => Promise<void> {
  return async (asked) => {
    if (isConfirmed) return;
    const question = toPrintable(asked);
    if (!process.stdin.isTTY)
      throw new OperatorError(
        `${question}\nNothing was changed: this is not a terminal, so you cannot confirm. Add --yes to proceed.`,
      );
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const answer = await terminal.question(`${question} [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError("Nothing was changed.");
    } finally {
      terminal.close();
    }
  };
}
