import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/database.ts";

/** What every command has at hand. */
export interface OperatorTools {
  config: Config;
  db: Database;
  /** The address of the same database, for what a pool with bounded statements cannot do. */
  databaseUrl: string;
  /** Who acts, as the audit log names them. */
  actor: string;
  /** Asks before what cannot be undone, or is felt by others at once. @throws OperatorError unless the answer is yes. */
  confirm(question: string): Promise<void>;
}

/** What was typed after the command's name. */
export interface GivenArguments {
  words: string[];
  options: Readonly<Record<string, string | undefined>>;
}

export interface CommandResult {
  /** For people, in plain sentences. */
  lines: string[];
  /** For programs; amounts of money are nano-USD as bigint. */
  data: unknown;
  /** What was asked for was found to be wrong: exit code 1. */
  failed?: boolean;
}

export interface AdminCommand {
  name: string;
  /** How its words are called, such as `<username>`. */
  takes: string;
  /** One line of the list of commands. */
  summary: string;
  /** What somebody wants to know before they use it. */
  explains: string;
  /** The options that it takes beside `--json` and `--help`, each with the name of its value and what it says. */
  options?: Readonly<Record<string, { value: string; says: string }>>;
  /** Whether it asks before it acts, and so takes `--yes`. */
  asks?: true;
  /** Whether it says how it goes on while it works: such a command has no answer for programs. */
  reportsProgress?: true;
  run(tools: OperatorTools, given: GivenArguments): Promise<CommandResult>;
}
