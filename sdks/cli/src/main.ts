import manifest from "../package.json" with { type: "json" };
import { EXIT, explainError } from "./errors.ts";
import { createProgram, getParserExitCode } from "./program.ts";
import { chooseServer, type ServerOption } from "./session.ts";
import { noteStyles, printNote, toPrintable } from "./terminal.ts";

/** A program that reads our output, such as `head`, may end before we do. That is not an error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.ok);
});

let options: ServerOption = {};
const program = createProgram(manifest.version, (exitCode) => {
  process.exitCode = exitCode;
}).hook("preAction", (_, command) => {
  options = command.opts();
});

/** Shows an error without a stack, and returns the exit code. */
function showError(error: unknown): number {
  const { lines, exitCode } = explainError(error, findServer());
  const [first = "", ...others] = lines.map(toPrintable);
  printNote(noteStyles.red(first));
  for (const line of others) printNote(line);
  return exitCode;
}

/** Returns the server that the command has used; undefined if none is chosen. */
function findServer(): string | undefined {
  try {
    return chooseServer(options);
  } catch {
    return undefined;
  }
}

program.parseAsync().catch((error: unknown) => {
  process.exitCode = getParserExitCode(error) ?? showError(error);
});
