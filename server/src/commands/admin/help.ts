import type { AdminCommand } from "./admin-command.ts";
import { renderTable } from "./output-format.ts";

/** The default width of a terminal. */
const WIDTH = 80;

/** Returns the output of `stoa admin`. */
export function renderCommandList(commands: readonly AdminCommand[]): string[] {
  return [
    "stoa admin: commands for operators of this server. Every action is recorded",
    "in the audit log with its actor and reason.",
    "",
    ...renderTable(commands.map(({ name, summary }) => [name, summary])),
    "",
    "Run stoa admin <command> --help for details. Add --json for JSON output.",
  ];
}

/** Returns the output of `stoa admin <command> --help`. */
export function renderCommandHelp(command: AdminCommand): string[] {
  const own = Object.entries(command.options ?? {});
  return [
    `Usage: stoa admin ${command.name} ${command.takes}`.trimEnd(),
    "",
    ...command.explains.split("\n").flatMap(wrapText),
    "",
    ...renderTable([
      ...own.map(([name, { value, says }]) => [`--${name} ${value}`, says] as const),
      ...(command.asks ? [["--yes", "skip the confirmation"] as const] : []),
      ...(command.reportsProgress ? [] : [["--json", "print JSON; amounts are strings in USD"] as const]),
      ["--help", "show this help"],
    ]),
  ];
}

function wrapText(text: string): string[] {
  const lines = [""];
  for (const word of text.split(/(?<=\S) /)) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
