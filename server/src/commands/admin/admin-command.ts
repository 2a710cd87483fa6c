import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/database.ts";

/** The tools that every command can use. */
export interface OperatorTools {
  config: Config;
  db: Database;
  /** The URL of the same database, for work that a pool with statement timeouts cannot do. */
  databaseUrl: string;
  /** The operator's name for the audit log. */
  actor: string;
  /**
   * Asks for confirmation of an action that cannot be undone or affects others immediately. @throws OperatorError
   * unless the answer is yes.
   */
  confirm(question: string): Promise<void>;
}

/** The arguments after the command's name. */
export interface CommandArguments {
  words: string[];
  options: Readonly<Record<string, string | undefined>>;
}

export interface CommandResult {
  /** Output for people. */
  lines: string[];
  /** Output for programs (`--json`). Amounts of money are bigint nano-USD. */
  data: unknown;
  /** Whether the command found a problem, which makes it exit with code 1. */
  failed?: boolean;
}

export interface AdminCommand {
  name: string;
  /** The positional arguments as the help shows them, such as `<username>`. */
  takes: string;
  /** One line for the list of commands. */
  summary: string;
  /** The description in the command's help. */
  explains: string;
  /** The options besides `--json` and `--help`, each with a placeholder for its value and a description. */
  options?: Readonly<Record<string, { value: string; says: string }>>;
  /** Whether the command asks for confirmation and accepts `--yes`. */
  asks?: true;
  /** Whether the command prints its progress. Such a command does not support `--json`. */
  reportsProgress?: true;
  run(tools: OperatorTools, given: CommandArguments): Promise<CommandResult>;
}
