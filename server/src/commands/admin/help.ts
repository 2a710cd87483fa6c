import type { AdminCommand } from "./admin-command.ts";
import { table } from "./words.ts";

/** What `stoa admin` answers. */
export function commandList(commands: readonly AdminCommand[]): string[] {
  return [
    "stoa admin: for the people who run this server. Each act stands in the audit log, with who did it and why.",
    "",
    ...table(commands.map(({ name, takes, summary }) => [`${name} ${takes}`.trim(), summary])),
    "",
    "stoa admin <command> --help says more. With --json a command answers for programs.",
  ];
}

/** What `stoa admin <command> --help` answers. */
export function commandHelp(command: AdminCommand): string[] {
  const own = Object.entries(command.options ?? {});
  return [
    `Usage: stoa admin ${command.name} ${command.takes}`.trimEnd(),
    "",
    ...command.explains.split("\n"),
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
