import type { AdminCommand } from "./admin-command.ts";
import { table } from "./words.ts";

/** The default width of a terminal. */
const WIDTH = 80;

/** Returns the output of `stoa admin`. */
export function commandList(commands: readonly AdminCommand[]): string[] {
  return [
    "stoa admin: for the people who run this server. Each act is in the audit",
    "log, with who did it and why.",
    "",
    ...table(commands.map(({ name, summary }) => [name, summary])),
    "",
    "stoa admin <command> --help says more; with --json it answers for programs.",
  ];
}

/** Returns the output of `stoa admin <command> --help`. */
export function commandHelp(command: AdminCommand): string[] {
  const own = Object.entries(command.options ?? {});
  return [
    `Usage: stoa admin ${command.name} ${command.takes}`.trimEnd(),
    "",
    ...command.explains.split("\n").flatMap(wrapped),
    "",
    ...table([
      ...own.map(([name, { value, says }]) => [`--${name} ${value}`, says] as const),
      ...(command.asks ? [["--yes", "do not ask before"] as const] : []),
      ...(command.reportsProgress
        ? []
        : [["--json", "answer for programs; amounts are texts in USD"] as const]),
      ["--help", "this"],
    ]),
  ];
}

function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(/(?<=\S) /)) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
